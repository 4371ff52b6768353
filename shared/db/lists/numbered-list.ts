import type { Item } from '#shared/db/expressions';
import { numberRange } from '#shared/db/key-parts';
import type { TableReader } from '#shared/db/operations';
import type { ListPage, Page } from './page.ts';
import { type ListRange, readNewest } from './read-ranges.ts';

/** The entries of a list numbered `first` to `last`, both included; none when `last` is below `first`. */
export interface Numbers {
  readonly first: number;
  readonly last: number;
}

/** The part of these numbers that is on a page. Pages start at the end, because the newest entries are there. */
export const pageOf = ({ first, last }: Numbers, { page, limit }: ListPage): Numbers => {
  const end = last - (page - 1) * limit;
  return { first: Math.max(first, end - limit + 1), last: end };
};

/** A list whose sort keys are the numbers 1, 2, 3 of its entries, without gaps, as `padded` writes them. */
export type NumberedList = Pick<ListRange, 'index' | 'partition'>;

/**
 * Reads a page of a numbered list, newest first. Every page costs the same, however long the list is. The first page is
 * read in parallel with the total, a later one after it, because the total determines where it ends.
 *
 * @param total reads the length of the list.
 */
export const readNumberedPage = async (
  table: TableReader,
  list: NumberedList,
  { page, limit }: ListPage,
  total: Promise<number>,
): Promise<Page<Item>> => {
  const readLater = async () => {
    const { first, last } = pageOf({ first: 1, last: await total }, { page, limit });
    return last < first ? [] : readNewest(table, [{ ...list, between: numberRange(first, last) }], limit);
  };
  const reading = page === 1 ? readNewest(table, [list], limit) : readLater();
  const [entries, length] = await Promise.all([reading, total]);
  return { entries, total: length };
};
