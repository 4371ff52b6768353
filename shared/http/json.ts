import { ApiError } from '#shared/errors/api-error';

/** Maximum levels of nested objects and arrays: several times what any endpoint needs (RFC 8259, 9 allows a limit). */
const MAX_DEPTH = 32;

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];

/** Whether a quote is escaped within its text: an odd number of backslashes precedes it. */
const isEscaped = (json: string, quote: number): boolean => {
  let index = quote;
  while (json.charCodeAt(index - 1) === BACKSLASH) index -= 1;
  return (quote - index) % 2 === 1;
};

/** The end of the text that starts at a quote: the position of its closing quote, or the end of the input. */
const endOfText = (json: string, start: number): number => {
  let quote = json.indexOf('"', start);
  while (quote !== -1 && isEscaped(json, quote)) quote = json.indexOf('"', quote + 1);
  return quote === -1 ? json.length : quote;
};

/** Whether the nesting is too deep. Takes one pass over the text, before it is parsed; invalid JSON may pass. */
const isTooDeep = (json: string): boolean => {
  let depth = 0;
  for (let index = 0; index < json.length && depth <= MAX_DEPTH; index += 1) {
    const unit = json.charCodeAt(index);
    if (unit === QUOTE) index = endOfText(json, index + 1);
    else if (unit === OPEN_ARRAY || unit === OPEN_OBJECT) depth += 1;
    else if (unit === CLOSE_ARRAY || unit === CLOSE_OBJECT) depth -= 1;
  }
  return depth > MAX_DEPTH;
};

/**
 * A key `__proto__` in any spelling, at any depth. A text followed by a colon is a key. A quote within a text is
 * preceded by a backslash.
 */
const PROTO_KEY =
  /(?<!\\)"(?:_|\\u005[fF]){2}(?:p|\\u0070)(?:r|\\u0072)(?:o|\\u006[fF])(?:t|\\u0074)(?:o|\\u006[fF])(?:_|\\u005[fF]){2}"\s*:/;

/**
 * Parses a JSON text from outside.
 *
 * @throws ApiError MALFORMED_JSON for invalid JSON, a key `__proto__` or nesting that is too deep.
 */
export const parseJson = (json: string): unknown => {
  if (PROTO_KEY.test(json)) throw new ApiError('MALFORMED_JSON');
  if (isTooDeep(json)) {
    const message = `Must not be nested more than ${MAX_DEPTH} levels deep`;
    throw new ApiError('MALFORMED_JSON', { details: [{ path: '', message }] });
  }
  try {
    return JSON.parse(json);
  } catch {
    throw new ApiError('MALFORMED_JSON');
  }
};
