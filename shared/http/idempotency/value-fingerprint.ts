import { createHash } from 'node:crypto';

/** A value as one text that is the same for equal values: names sorted, no whitespace, numbers as they were parsed. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return `{${entries.map(([name, entry]) => `${JSON.stringify(name)}:${canonical(entry)}`).join(',')}}`;
  }
  // A number beyond the range of a double, such as 1e400, is not null.
  return typeof value === 'number' && !Number.isFinite(value) ? String(value) : JSON.stringify(value);
};

/**
 * The hash of a JSON value, whatever the order of its names and its whitespace. Its cost is bounded by what `parseJson`
 * accepts: the length of a body, and how deep it may be nested.
 */
export const valueFingerprint = (value: unknown): string =>
  createHash('sha256').update(canonical(value)).digest('base64url');
