import type { GenericSchema } from 'valibot';
import type { ApiError, ErrorExtras } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import { ERRORS } from '#shared/errors/errors';

/**
 * The content under a key of an error body. `false`: always false. `statusError`: always `error`. `sentence`: what is
 * wrong, for people. `code`: the code of the closed list. `details` and `data`: what the error adds, if anything.
 */
export type ErrorContent = 'false' | 'statusError' | 'sentence' | 'code' | 'details' | 'data';

/** The body of an endpoint's errors of one status: exactly these keys (interface: Errors). */
export interface ErrorRow {
  /** The name of such a body in the API document. */
  readonly name: string;
  /** The keys of the body in their order, each with its content. */
  readonly keys: Readonly<Record<string, ErrorContent>>;
  /**
   * How many of a request's problems the sentence names, in a body without `details` to list them. `all` when
   * undefined.
   */
  readonly problems?: 'all' | 'first';
  /** A field that is checked before the others: if it has a problem, the sentence names that one alone. */
  readonly before?: string;
  /** The content of `data`, for the API document. */
  readonly data?: { readonly schema: GenericSchema; readonly example: Readonly<Record<string, unknown>> };
}

/** `{success: false, status: "error", message, code, details?}`: the general error body. */
export const GENERAL_ROW: ErrorRow = {
  name: 'Error',
  keys: { success: 'false', status: 'statusError', message: 'sentence', code: 'code', details: 'details' },
};

/** `{success: false, message}`: every 429. */
const RATE_LIMIT_ROW: ErrorRow = {
  name: 'RateLimitError',
  keys: { success: 'false', message: 'sentence' },
};

/** `{message}`: a sentence that names the invalid fields. */
export const MESSAGE_ROW: ErrorRow = { name: 'ErrorMessage', keys: { message: 'sentence' } };

/** `{message}` of a body about one company. Without `companyId` nothing else is checked. */
export const COMPANY_FIRST_ROW: ErrorRow = { ...MESSAGE_ROW, name: 'ErrorMessageForCompany', before: 'companyId' };

/** `{message, code, details}`: a sentence for people, and what a program needs to act on it. */
export const MESSAGE_CODE_ROW: ErrorRow = {
  name: 'ErrorMessageWithCode',
  keys: { message: 'sentence', code: 'code', details: 'details' },
};

/** `{success: false, error}`: the sentence of the first problem, with the valid values where they are known. */
export const ERROR_ROW: ErrorRow = {
  name: 'ErrorText',
  keys: { success: 'false', error: 'sentence' },
  problems: 'first',
};

/** The part of a contract with the rows of its errors. */
export interface WordedErrors {
  readonly errorRows?: Readonly<Record<number, ErrorRow>>;
}

/** The row of an endpoint's errors of a status: its own, or the default. */
export const errorRow = ({ errorRows }: WordedErrors, status: number): ErrorRow =>
  errorRows?.[status] ?? (status === 429 ? RATE_LIMIT_ROW : GENERAL_ROW);

/** Problems in words: `meterNumber: Required; provider: Required.` */
const problemsText = (details: ErrorExtras['details'], { problems, before }: ErrorRow): string => {
  const all: readonly Problem[] = Array.isArray(details) ? details : [];
  const alone = all.filter(({ path }) => path === before);
  const named = alone.length > 0 ? alone : all.slice(0, problems === 'first' ? 1 : undefined);
  const texts = named.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  return texts.length > 0 ? `${texts.join('; ')}.` : '';
};

/**
 * The sentence for people: that of the error or its code, or the problems themselves if the body has no other place for
 * them.
 */
const sentenceOf = ({ code, extras }: ApiError, row: ErrorRow): string => {
  const sentence = extras.sentence ?? ERRORS[code][1];
  if (Object.values(row.keys).includes('details')) return sentence;
  return problemsText(extras.details, row) || sentence;
};

/** The body of an error, by its row. */
export const errorBody = (error: ApiError, row: ErrorRow): Record<string, unknown> => {
  const contents: Readonly<Record<ErrorContent, unknown>> = {
    false: false,
    statusError: 'error',
    sentence: sentenceOf(error, row),
    code: error.code,
    details: error.extras.details,
    data: error.extras.data,
  };
  const entries = Object.entries(row.keys).map(([key, content]) => [key, contents[content]]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
};
