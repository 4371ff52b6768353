/**
 * Joins the parts of a key. It makes every key of the table, in the `keys.ts` of the item's domain.
 *
 * @throws RangeError for a part that is empty or contains `#`: an id from outside cannot reach into another key.
 */
export const join = (...parts: readonly (string | number)[]): string => {
  for (const part of parts) {
    if (part === '' || String(part).includes('#')) throw new RangeError('A key part is empty or holds "#"');
  }
  return parts.join('#');
};

/** Whether a text from outside can be a part of a key at all. */
export const isKeyPart = (text: string): boolean => text !== '' && text.length <= 256 && !text.includes('#');

/** A number as a part of a sort key: with enough digits for any list, so that numbers sort as texts. */
export const padded = (number: number): string => String(number).padStart(12, '0');

/** The sort keys of a list sorted by number, from `first` to `last`, both included. */
export const numberRange = (first: number, last: number): readonly [string, string] => [padded(first), padded(last)];

/**
 * A time and a number as a sort key: by time, and by number within a moment. `~` sorts after every character of a
 * timestamp.
 */
export const timeKey = (timestamp: string, number: number): string => `${timestamp}~${padded(number)}`;

/** Sort keys of what was made before a timestamp, in a list by {@link timeKey}. */
export const timesBefore = (timestamp: string): readonly [string, string] => ['0', timestamp];

/** Times in UTC, as `isoTime` writes them, both included; without one, the list's own end. */
export interface Times {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Sort keys of what was made between two times, in a list by {@link timeKey}. */
export const timesBetween = ({ from = '0', to }: Times): readonly [string, string] => [
  from,
  to === undefined ? '~' : `${to}~~`,
];
