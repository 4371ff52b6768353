import type { Bound } from '#shared/db/bound';
import { type Item, type Key, update, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import type { ListRange } from './read-ranges.ts';

/** A list that is kept small by a limit for each of its groups, such as an environment, and is read whole. */
export interface BoundedList {
  /** The item that counts the entries of each group. */
  readonly counts: Key;
  /** Maximum number of entries in a group. */
  readonly most: number;
}

/** The write that counts one more entry of a group. It refuses when the group is full. */
export const entryWrite = ({ counts, most }: BoundedList, group: string): WriteOperation =>
  update(counts, { add: { [group]: 1 }, when: { [group]: { missingOr: { below: most } } } });

/** The write that counts fewer entries, by default one less. It refuses when fewer than that were counted. */
export const exitWrite = ({ counts }: BoundedList, group: string, exits = 1): WriteOperation =>
  update(counts, { add: { [group]: -exits }, when: { [group]: { atLeast: exits } } });

/** Reads all of a bounded list, newest first. */
export const readBounded = (
  table: Pick<TableReader, 'queryAll'>,
  range: ListRange,
  bound: Bound,
): Promise<readonly Item[]> => table.queryAll({ ...range, descending: true }, bound);
