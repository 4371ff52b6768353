import * as v from 'valibot';
import { isEmailAddress } from '#shared/platform/email-address';
import { guarded } from './guarded.ts';

/*
 * The texts of request schemas. Their length is limited, in code points as JSON Schema counts it. They are well-formed
 * Unicode, because a lone surrogate is not a character and can neither be stored nor sent on.
 */

/** Rules of a text besides its maximum length, all in Unicode code points. */
export interface TextRules {
  readonly minLength?: number;
  /** Whether surrounding space is dropped before anything is counted. */
  readonly trim?: true;
}

/**
 * Whether a text has more code points than this. A code point has one or two units, so few more than the limit are
 * inspected.
 */
export const isLonger = (value: string, most: number): boolean =>
  value.length > most && (value.length > 2 * most || Array.from(value).length > most);

const wellFormed = v.check<string, string>(
  (value) => value.isWellFormed(),
  'Must be well-formed Unicode, without lone surrogates',
);

const trimmed = (value: string): string => value.trim();
const unchanged = (value: string): string => value;

/**
 * A string schema that trims its input if configured, refuses it for the first broken rule, and passes on the result of
 * `give`.
 */
const checkedString = (
  { minLength = 0, trim }: TextRules,
  tooLong: (value: string) => v.GenericValidation<string> | undefined,
  give: (value: string) => string = unchanged,
): v.StringSchema<undefined> => {
  const prepare = trim ? trimmed : unchanged;
  const tooShort = v.minLength<string, number>(minLength);
  const brokenRule = (value: string) => {
    if (minLength > 0 && !isLonger(value, minLength - 1)) return tooShort;
    return tooLong(value) ?? (value.isWellFormed() ? undefined : wellFormed);
  };
  return guarded(v.string(), (dataset, refuse) => {
    if (typeof dataset.value !== 'string') return false;
    const value = prepare(dataset.value);
    const broken = brokenRule(value);
    dataset.value = broken ? value : give(value);
    // It is untyped then, so that no later rule of the pipe inspects it.
    if (broken) refuse(broken);
    return broken !== undefined;
  });
};

/** For the API document: what such a schema enforces. */
const bounds = (maxLength: number, { minLength = 0 }: TextRules) => ({
  ...(minLength > 0 && { minLength }),
  maxLength,
});

/** A text of at most `maxLength` code points. */
// @__NO_SIDE_EFFECTS__
export function text(maxLength: number, rules: TextRules = {}) {
  const atMost = v.maxLength<string, number>(maxLength);
  const schema = checkedString(rules, (value) => (isLonger(value, maxLength) ? atMost : undefined));
  return v.pipe(schema, v.metadata(bounds(maxLength, rules)));
}

/**
 * A text to look up: an id, a token, a code. Any text is valid, and the endpoint decides whether it exists. A text of
 * more than `maxLength` code points names nothing, and becomes the empty text.
 */
// @__NO_SIDE_EFFECTS__
export function lookupText(maxLength: number, rules: TextRules = {}) {
  const schema = checkedString(
    rules,
    () => undefined,
    (value) => (isLonger(value, maxLength) ? '' : value),
  );
  return v.pipe(schema, v.metadata(bounds(maxLength, rules)));
}

/** An e-mail address, as it was written. */
// @__NO_SIDE_EFFECTS__
export function emailText(maxLength: number, rules: Pick<TextRules, 'trim'> = {}) {
  return v.pipe(
    text(maxLength, rules),
    v.metadata({ format: 'email' }),
    v.check(isEmailAddress, 'Must be an email address'),
  );
}

/** An id of ours, of any kind, in a path, a query or a body. All of them are shorter than this. */
export const idText = lookupText(100, { minLength: 1 });

/** An id of ours by which a list is filtered. No 404 reports a missing one, so one that is too long is a 400. */
export const idFilter = text(100, { minLength: 1 });

/** A filter that is a boolean: exactly `true` or `false`. */
// @__NO_SIDE_EFFECTS__
export function booleanText() {
  return v.pipe(
    v.picklist(['true', 'false'], 'Must be true or false'),
    v.metadata({ type: 'boolean', enum: undefined }),
    v.transform((value) => value === 'true'),
  );
}
