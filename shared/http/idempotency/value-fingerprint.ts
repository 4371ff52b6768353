import { createHash } from 'node:crypto';

/**
 * The canonical text of a value, which equal values share: names sorted, no whitespace, numbers as they were parsed.
 */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`).join(',')}}`;
  }
  // `JSON.stringify` would turn a number beyond the range of a double, such as 1e400, into null.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
};

/**
 * The hash of a JSON value, independent of whitespace and the order of names. Its cost is bounded by what `parseJson`
 * accepts: the length of a body, and the depth of its nesting.
 */
export const valueFingerprint = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('base64url');
