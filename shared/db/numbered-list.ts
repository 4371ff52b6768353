import type { Item } from './expressions.ts';
import { numberRange } from './key-parts.ts';
import type { TableReader } from './operations.ts';
import { type ListPage, type ListRange, readPage } from './read-list.ts';

/** The entries of a list from one place to another, both included; none when `last` is below `first`. */
export interface Stretch {
  readonly first: number;
  readonly last: number;
}

/** The part of a stretch that a page shows: pages begin at its end, because the newest entries stand there. */
export const pageOf = ({ first, last }: Stretch, { page, limit }: ListPage): Stretch => {
  const end = last - (page - 1) * limit;
  return { first: Math.max(first, end - limit + 1), last: end };
};

/** A list whose sort keys are the numbers 1, 2, 3 of its entries without gaps, as `padded` writes them. */
export type NumberedList = Pick<ListRange, 'index' | 'partition'>;

/**
 * Reads a page, newest first, and how long the list is. Every page costs the same, however long the list is: the first
 * is read beside the total, a later one after it, because the total tells where it ends.
 */
export const readNumberedPage = async (
  table: TableReader,
  list: NumberedList,
  { page, limit }: ListPage,
  total: Promise<number>,
): Promise<{ readonly items: readonly Item[]; readonly total: number }> => {
  const readLater = async (): Promise<readonly Item[]> => {
    const { first, last } = pageOf({ first: 1, last: await total }, { page, limit });
    return last < first ? [] : table.queryAll({ ...list, between: numberRange(first, last), descending: true });
  };
  const reading = page === 1 ? readPage(table, { ...list, descending: true }, { page, limit }) : readLater();
  const [items, length] = await Promise.all([reading, total]);
  return { items, total: length };
};
