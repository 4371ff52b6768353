import type { Item } from '#shared/db/expressions';
import { timesBefore, timesUpTo } from '#shared/db/key-parts';
import type { TableReader } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';
import { type Numbers, pageOf } from './numbered-list.ts';
import type { ItemPage, ListPage, ListRange } from './read-ranges.ts';

/**
 * A list whose entries are numbered 1, 2, 3 without gaps, in the order of their times, and which an index also lists by
 * time (`timeKey`): read by page, and by range of times.
 */
export interface TimedList {
  /** All of its entries, by number. */
  readonly all: ListRange;
  /** Its entries with these numbers. */
  readonly numbered: (numbers: Numbers) => RangeQuery;
  /** The index that lists it by time, and the partition there. */
  readonly times: Required<Pick<ListRange, 'index' | 'partition'>>;
  /** The number of the newest entry of the list at an entry of the index. */
  readonly numberOf: (item: Item) => number;
}

/** Times in UTC, as `isoTime` writes them, both included. */
export interface Times {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Reads a page of the entries made within a range of times, newest first, and how many there are. A page is a range of
 * numbers and a total is a difference of two, so every page of every range costs the same, however long the list is: at
 * most two trips to the table, one for the first page without times.
 */
export const readTimedPage = async (
  table: Pick<TableReader, 'query'>,
  { all, numbered, times, numberOf }: TimedList,
  { from, to }: Times,
  request: ListPage,
): Promise<ItemPage> => {
  const numberOfFirst = ([item]: readonly Item[]): number => (item ? numberOf(item) : 0);

  const readNewest = async (limit: number): Promise<readonly Item[]> =>
    (await table.query({ ...all, descending: true, limit })).items;

  /** How many entries of the list there are in a range of times that begins with the list. */
  const countUntil = async (between: readonly [string, string]): Promise<number> =>
    numberOfFirst((await table.query({ ...times, between, descending: true, limit: 1 })).items);

  const readNumbers = async (whole: Numbers): Promise<ItemPage> => {
    // Indexes follow the table, and each other, by milliseconds.
    const total = Math.max(0, whole.last - whole.first + 1);
    const shown = pageOf(whole, request);
    if (shown.last < shown.first) return { items: [], total };
    return { items: (await table.query({ ...numbered(shown), descending: true })).items, total };
  };

  if (from === undefined && to === undefined) {
    const isFirst = request.page === 1;
    const newest = await readNewest(isFirst ? request.limit : 1);
    const total = numberOfFirst(newest);
    return isFirst ? { items: newest, total } : readNumbers({ first: 1, last: total });
  }
  const [before, last] = await Promise.all([
    from === undefined ? 0 : countUntil(timesBefore(from)),
    to === undefined ? readNewest(1).then(numberOfFirst) : countUntil(timesUpTo(to)),
  ]);
  return readNumbers({ first: before + 1, last });
};
