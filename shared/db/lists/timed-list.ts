import type { Item } from '#shared/db/expressions';
import { type Times, timesBefore, timesBetween } from '#shared/db/key-parts';
import type { TableReader } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';
import { type Numbers, pageOf } from './numbered-list.ts';
import { type ListPage, NO_ENTRIES, type Page } from './page.ts';
import { type ListRange, readNewest } from './read-ranges.ts';

/**
 * A list whose entries are numbered 1, 2, 3 without gaps, in the order of their times. An index also lists it by time
 * (`timeKey`). It is read by page and by range of times.
 */
export interface TimedList {
  /** All of its entries, by number. */
  readonly all: ListRange;
  /** Its entries with these numbers. */
  readonly numbered: (numbers: Numbers) => RangeQuery;
  /** The index that lists it by time, and its partition there. */
  readonly times: Required<Pick<ListRange, 'index' | 'partition'>>;
  /** The number of the newest entry at an item of the index. */
  readonly numberOf: (item: Item) => number;
}

const numberOfFirst = ({ numberOf }: TimedList, [item]: readonly Item[]): number => (item ? numberOf(item) : 0);

const readNewestOf = async (table: Pick<TableReader, 'query'>, { all }: TimedList, limit: number) =>
  (await table.query({ ...all, descending: true, limit })).items;

/**
 * The numbers of the entries made within a range of times, and the last entry before them. Takes one trip, however many
 * there are.
 */
const numbersWithin = async (
  table: Pick<TableReader, 'query'>,
  list: TimedList,
  { from, to }: Times,
): Promise<Numbers & { readonly before: Item | undefined }> => {
  /** The last entry of the list in a range of times that starts where the list does; empty if there is none. */
  const lastOf = async (between: readonly [string, string]): Promise<readonly Item[]> =>
    (await table.query({ ...list.times, between, descending: true, limit: 1 })).items;
  const [before, last] = await Promise.all([
    from === undefined ? [] : lastOf(timesBefore(from)),
    to === undefined ? readNewestOf(table, list, 1) : lastOf(timesBetween({ to })),
  ]);
  return { before: before[0], first: numberOfFirst(list, before) + 1, last: numberOfFirst(list, last) };
};

/** How many numbers there are. Never negative: indexes lag behind the table, and each other, by milliseconds. */
const countOf = ({ first, last }: Numbers): number => Math.max(0, last - first + 1);

/**
 * Reads a page of the entries made within a range of times, newest first, and their total number. A page is a range of
 * numbers and a total the difference of two, so every page of every range costs the same, however long the list is: at
 * most two trips to the table, and one for the first page without times.
 */
export const readTimedPage = async (
  table: Pick<TableReader, 'query'>,
  list: TimedList,
  times: Times,
  request: ListPage,
): Promise<Page<Item>> => {
  if (times.from === undefined && times.to === undefined && request.page === 1) {
    const entries = await readNewestOf(table, list, request.limit);
    return { entries, total: numberOfFirst(list, entries) };
  }
  const whole = await numbersWithin(table, list, times);
  const total = countOf(whole);
  const shown = pageOf(whole, request);
  if (shown.last < shown.first) return { ...NO_ENTRIES, total };
  const { items: entries } = await table.query({ ...list.numbered(shown), descending: true, limit: request.limit });
  return { entries, total };
};

/** Entries that are read in one call: for a ledger, half of DynamoDB's megabyte. */
const CALL_NUMBERS = 1_000;

/** All entries of a list made within a range of times, newest first, and the last entry before them. */
interface TimedWhole {
  readonly items: readonly Item[];
  /** Undefined without `from`, and when no entry precedes it. */
  readonly before: Item | undefined;
}

/**
 * Reads all entries made within a range of times, in two trips, of which the second consists of parallel calls.
 *
 * @returns undefined when there are more than `most`; then only their number was read.
 */
export const readTimedWhole = async (
  table: Pick<TableReader, 'query'>,
  list: TimedList,
  times: Times,
  most: number,
): Promise<TimedWhole | undefined> => {
  const { before, first, last } = await numbersWithin(table, list, times);
  if (countOf({ first, last }) > most) return undefined;
  const ends = Array.from(
    { length: Math.ceil(countOf({ first, last }) / CALL_NUMBERS) },
    (_, i) => last - i * CALL_NUMBERS,
  );
  const parts = await Promise.all(
    ends.map((end) => {
      const numbers = { first: Math.max(first, end - CALL_NUMBERS + 1), last: end };
      return readNewest(table, [list.numbered(numbers)], CALL_NUMBERS);
    }),
  );
  return { items: parts.flat(), before };
};
