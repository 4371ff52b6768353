import type { Schema } from '#shared/http/contract';
import { parseJson } from '#shared/http/json';
import type { RequestMeta } from '#shared/http/request';
import type { Warning } from '#shared/http/warnings';

/** The most unknown fields that are reported, so that no body can cause a long response. */
const MAX_WARNINGS = 20;

/** The most characters of a path that are reported: callers choose the names of fields. */
const MAX_PATH_LENGTH = 200;

/** The most characters in which a mistyped name differs from the intended one. */
const MAX_TYPOS = 2;

/** Names with fewer characters are short: in these, two typos make another word. */
const SHORT_NAME = 5;

/** The parts of valibot schemas that have fields or contain schemas that do. */
interface Described {
  readonly entries?: Readonly<Record<string, Described>>;
  readonly wrapped?: Described;
  readonly item?: Described;
}

const unwrapped = (schema: Described): Described => (schema.wrapped ? unwrapped(schema.wrapped) : schema);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

/** The dotted paths of all fields of a schema, without those in lists. */
const pathsOf = (schema: Described, path = ''): readonly string[] =>
  Object.entries(unwrapped(schema).entries ?? {}).flatMap(([name, entry]) => [
    below(path, name),
    ...pathsOf(entry, below(path, name)),
  ]);

/** A name without case and separators: `business_name` as `businessname`. */
const comparable = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The number of characters to insert, delete or replace (Levenshtein), for names of similar length. */
const typosBetween = (one: string, other: string): number => {
  if (Math.abs(one.length - other.length) > MAX_TYPOS) return MAX_TYPOS + 1;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, compared] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + Number(character !== compared);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
};

/** The path of the field that was probably intended: one of the same name elsewhere, or of a similar name. */
const meant = (name: string, known: readonly string[]): string | undefined => {
  const sent = comparable(name);
  const mostTypos = sent.length < SHORT_NAME ? 1 : MAX_TYPOS;
  const [closest] = known
    .map((path) => ({ path, typos: typosBetween(sent, comparable(path.slice(path.lastIndexOf('.') + 1))) }))
    .filter(({ typos }) => typos <= mostTypos)
    .sort((one, other) => one.typos - other.typos);
  return closest?.path;
};

function* unknownIn(schema: Described, value: unknown, path: string): Generator<string> {
  const { entries, item } = unwrapped(schema);
  if (item && Array.isArray(value))
    for (const [index, one] of value.entries()) yield* unknownIn(item, one, below(path, `${index}`));
  if (!entries || !isObject(value)) return;
  for (const [name, one] of Object.entries(value)) {
    const entry = Object.hasOwn(entries, name) ? entries[name] : undefined;
    if (entry) yield* unknownIn(entry, one, below(path, name));
    else yield below(path, name);
  }
}

/**
 * Warnings about the fields of a JSON body that its schema does not have. Such fields are dropped; in a call that
 * charges, a mistyped one costs money. Every endpoint accepts `environment`.
 */
export const unknownFields = (schema: Schema, { rawBody }: Pick<RequestMeta, 'rawBody'>): Warning[] => {
  if (rawBody.length === 0) return [];
  const known = pathsOf(schema as Described);
  const warnings: Warning[] = [];
  for (const path of unknownIn(schema as Described, parseJson(Buffer.from(rawBody).toString('utf8')), '')) {
    if (path === 'environment') continue;
    const field = meant(path.slice(path.lastIndexOf('.') + 1), known);
    const hint = field === undefined ? '' : `. Did you mean "${field}"?`;
    warnings.push({
      path: path.slice(0, MAX_PATH_LENGTH).toWellFormed(),
      message: `This field does not exist and was ignored${hint}`,
    });
    if (warnings.length === MAX_WARNINGS) break;
  }
  return warnings;
};
