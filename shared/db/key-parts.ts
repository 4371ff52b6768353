/**
 * Joins the parts of a key. Every key of the table is made with it, in the `keys.ts` of the item's domain.
 *
 * @throws RangeError for a part that is empty or contains `#`: an id from outside cannot reach into another key.
 */
export const join = (...parts: readonly (string | number)[]): string => {
  for (const part of parts) {
    if (part === '' || String(part).includes('#')) throw new RangeError('A key part is empty or holds "#"');
  }
  return parts.join('#');
};

/** Whether a text from outside can be part of a key. */
export const isKeyPart = (text: string): boolean => text !== '' && text.length <= 256 && !text.includes('#');

/** A number as a part of a sort key, padded so that numbers sort as texts in any list. */
export const padded = (number: number): string => String(number).padStart(12, '0');

/** The sort keys of the entries numbered `first` to `last`, both included. */
export const numberRange = (first: number, last: number): readonly [string, string] => [padded(first), padded(last)];

/**
 * A time and a number as a sort key, sorted by time and, within a moment, by number. `~` sorts after every character of
 * a timestamp.
 */
export const timeKey = (timestamp: string, number: number): string => `${timestamp}~${padded(number)}`;

/** The sort keys before a timestamp, in a list by {@link timeKey}. */
export const timesBefore = (timestamp: string): readonly [string, string] => ['0', timestamp];

/** A range of UTC times as `isoTime` writes them, both included. A missing one means that end of the list. */
export interface Times {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The sort keys between two times, in a list by {@link timeKey}. */
export const timesBetween = ({ from = '0', to }: Times): readonly [string, string] => [
  from,
  to === undefined ? '~' : `${to}~~`,
];
