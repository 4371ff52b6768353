import type { PageModule } from '#shared/onboarding/embed/page-data';
import type { ModuleField } from '#shared/onboarding/modules/module-fields';
import { normalisePhone } from '#shared/sources/formats';
import { isoDay } from './shapes.ts';
import * as TEXTS from './texts.ts';
import { allEntries, type Entry, entriesOf, fieldsOfPerson, type ModuleValues, type Value } from './values.ts';

/**
 * The problems of a module's fields, by path. The path is the name of the field; for an entry of a list it adds the
 * index (`otherNames.1`), and for a field of a person the field's name (`people.1.fullName`).
 */
export type Problems = Readonly<Record<string, string>>;

/** The path of the problem of a module's files. */
export const FILES = ' files';

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(`^(?:${pattern})$`, 'v').test(text.trim());
  } catch {
    // If the browser does not support the expression, the service decides.
    return true;
  }
};

/** Today in the applicant's time zone, as `2026-01-31`. */
const today = (): string => {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

const dayProblem = ({ latest }: ModuleField, text: string): string | undefined => {
  const day = isoDay(text);
  if (day === undefined) return TEXTS.date;
  if (day < '1900') return TEXTS.dateTooEarly;
  return latest === 'today' && day > today() ? TEXTS.dateInFuture : undefined;
};

/** Validates the form of a text, by the field's type. */
const FORMS: Readonly<Partial<Record<ModuleField['type'], (field: ModuleField, text: string) => string | undefined>>> =
  {
    email: (_, text) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : TEXTS.email),
    tel: (_, text) => (normalisePhone(text) === undefined ? TEXTS.tel : undefined),
    url: (_, text) => (/^\S+\.\S+$/.test(text) ? undefined : TEXTS.url),
    date: dayProblem,
  };

const textProblem = (field: ModuleField, text: string): string | undefined => {
  if (text.trim() === '') return undefined;
  if (field.pattern !== undefined && !matches(field.pattern, text)) return TEXTS.pattern(field.label, field.example);
  return FORMS[field.type]?.(field, text.trim());
};

const missing = ({ label, example, options }: ModuleField): string =>
  options ? TEXTS.select(label) : TEXTS.required(label, example);

/** The problems of one person; none for a card that is still empty. */
const personProblems = (field: ModuleField, entry: Entry, row: number): (readonly [path: string, text: string])[] => {
  if (typeof entry === 'string' || entriesOf([entry]).length === 0) return [];
  return fieldsOfPerson(field).flatMap((part) => {
    const text = entry[part.name] ?? '';
    const problem = part.required && text.trim() === '' ? missing(part) : textProblem(part, text);
    return problem === undefined ? [] : [[`${field.name}.${row}.${part.name}`, TEXTS.ofPerson(row + 1, problem)]];
  });
};

/** The problems in the form of a value, row by row. A missing required value is not a problem of form. */
const formProblems = (field: ModuleField, value: Value | undefined): (readonly [path: string, text: string])[] =>
  allEntries(value).flatMap((entry, row) => {
    if (typeof entry !== 'string') return personProblems(field, entry, row);
    const problem = textProblem(field, entry);
    if (problem === undefined) return [];
    return [field.type === 'list' ? [`${field.name}.${row}`, TEXTS.ofRow(row + 1, problem)] : [field.name, problem]];
  });

/** Whether the form of a value is valid. */
export const isRight = (field: ModuleField, value: Value | undefined): boolean =>
  formProblems(field, value).length === 0;

/** The problems in the form of one field, by path, which are shown as soon as it is left. */
export const fieldProblems = (field: ModuleField, value: Value | undefined): Problems =>
  Object.fromEntries(formProblems(field, value));

/** Whether a module has any answer or file. */
const isStarted = ({ fields }: PageModule, values: ModuleValues | undefined, files: number): boolean =>
  files > 0 || fields.some(({ name }) => entriesOf(values?.[name]).length > 0);

/**
 * The problems that keep a module from being complete, by path. An optional module may be left empty as a whole.
 *
 * @param files the number of its files.
 */
export const problemsOf = (module: PageModule, values: ModuleValues | undefined, files: number): Problems => {
  if (!module.required && !isStarted(module, values, files)) return {};
  const problems = module.fields.flatMap((field) => {
    const value = values?.[field.name];
    return field.required && entriesOf(value).length === 0
      ? [[field.name, missing(field)] as const]
      : formProblems(field, value);
  });
  if (module.files === 'required' && files === 0) problems.push([FILES, TEXTS.needsFile]);
  return Object.fromEntries(problems);
};

/**
 * The problems that the service reported for a save, by path: it names them `answers.tin`, `answers.people.1.fullName`.
 */
export const reportedProblems = (
  { fields }: PageModule,
  details: readonly { readonly path: string; readonly message: string }[],
): Problems =>
  Object.fromEntries(
    details.flatMap(({ path, message }) => {
      const [, name, row, part] = path.split('.');
      const field = fields.find((one) => one.name === name);
      if (!field) return [];
      const inner = fieldsOfPerson(field).find((one) => one.name === part) ?? field;
      const text = /^Must (match|look like) /.test(message)
        ? TEXTS.pattern(inner.label, inner.example)
        : `${inner.label}: ${message}`;
      const withRow = row === undefined ? text : TEXTS.ofRow(Number(row) + 1, text);
      return [[[name, row, part].filter((one) => one !== undefined).join('.'), withRow]];
    }),
  );

/** The id of the control at a path of a module. The first entry of a list has the id of its field. */
export const controlId = (moduleId: string, path: string): string =>
  `${moduleId}-${path.trim().replace(/\.0$/, '').replaceAll('.', '-')}`;
