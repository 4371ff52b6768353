import type { Times } from '#shared/db/key-parts';
import type { BlockCounts } from '#shared/db/lists/blocks';
import type { TableReader } from '#shared/db/operations';
import { deliveryLogKeys, deliveryLogLists, pagesBetween } from './keys.ts';
import { type CountedPage, readCounts } from './log-counts.ts';
import {
  entriesOf,
  firstNumber,
  fromPageItem,
  type LogEntry,
  type LogPage,
  PAGE_ROWS,
  readNewestPages,
} from './log-page.ts';
import type { LogCell } from './log-row.ts';

/**
 * Pages that are read from the newer end of a range at least. The last of them is counted by its rows, as is every
 * newer one, so that pages may be filled while the counts are read.
 */
const NEWEST_PAGES = 3;

/** The part of a log within a range of times: the rows at its ends, and the counts of all between. */
export interface LogRange {
  readonly registrationId: string;
  /** The numbers of its first and its last delivery; the last is below the first when there are none. */
  readonly first: number;
  readonly last: number;
  /** The pages at its ends, by their numbers. */
  readonly pages: ReadonlyMap<number, LogPage>;
  /** In order. */
  readonly counted: readonly CountedPage[];
}

/**
 * Reads the part of a log within a range of times, in one trip. The work is the same however long it is, except for the
 * counts: a unit of reading for some two thousand deliveries.
 *
 * @param newest how many deliveries to read at least from the newer end.
 * @param isCounted whether the counts are needed.
 */
export const readLogRange = async (
  table: Pick<TableReader, 'query' | 'queryAll'>,
  registrationId: string,
  { from = '0', to = '~' }: Times,
  { newest, isCounted }: { readonly newest: number; readonly isCounted: boolean },
): Promise<LogRange> => {
  const limit = Math.max(NEWEST_PAGES, Math.ceil(newest / PAGE_ROWS) + 1);
  const [counted, [oldest], newestPages] = await Promise.all([
    isCounted ? readCounts(table, registrationId) : [],
    readNewestPages(table, registrationId, 1, from),
    readNewestPages(table, registrationId, limit, to),
  ]);
  const pages = [...newestPages, ...(oldest ? [oldest] : [])];
  const before = oldest?.rows.filter(({ createdAt }) => createdAt < from).length ?? 0;
  const upTo = newestPages.flatMap(entriesOf).filter(({ createdAt }) => createdAt <= to);
  return {
    registrationId,
    first: oldest ? firstNumber(oldest) + before : 1,
    last: Math.max(0, ...upTo.map(({ number }) => number)),
    pages: new Map(pages.map((page) => [page.pageNumber, page])),
    counted,
  };
};

/** Whether an entry, or all entries of an event and status, are meant. */
export type IsWanted = (cell: LogCell) => boolean;

const wantedOf = ({ first, last }: LogRange, page: LogPage, isWanted: IsWanted): readonly LogEntry[] =>
  entriesOf(page).filter((entry) => entry.number >= first && entry.number <= last && isWanted(entry));

const pageOf = (number: number): number => Math.floor((number - 1) / PAGE_ROWS);

/** How many wanted entries each page of a range has. */
export const countsOf = (range: LogRange, isWanted: IsWanted): BlockCounts => {
  const { first, last, counted, pages } = range;
  const inner = counted.filter(({ pageNumber }) => pageNumber >= pageOf(first) && pageNumber <= pageOf(last));
  return new Map([
    ...inner.map(({ pageNumber, cells }) => {
      const counts = cells.map(([cell, count]) => (isWanted(cell) ? count : 0));
      return [pageNumber, counts.reduce((sum, count) => sum + count, 0)] as const;
    }),
    ...[...pages.values()].map((page) => [page.pageNumber, wantedOf(range, page, isWanted).length] as const),
  ]);
};

/** Pages that take one unit of reading in a query, where each takes one by its key. */
const UNIT_PAGES = 4;

/** Pages that one call of a query returns at least: a megabyte. */
const CALL_PAGES = 1_000;

/** Reads pages, oldest first, by their keys or, where they are near each other, with those between them. */
const readPages = async (
  table: Pick<TableReader, 'getMany' | 'query'>,
  registrationId: string,
  pages: readonly CountedPage[],
): Promise<readonly LogPage[]> => {
  const [oldest, newest] = [pages[0], pages.at(-1)];
  if (!oldest || !newest) return [];
  const limit = newest.pageNumber - oldest.pageNumber + 1;
  if (limit > Math.min(UNIT_PAGES * pages.length, CALL_PAGES)) {
    const items = await table.getMany(pages.map(({ startsAt }) => deliveryLogKeys.logPage(registrationId, startsAt)));
    return items.flatMap((item) => (item ? fromPageItem(item) : []));
  }
  const between = pagesBetween(oldest.startsAt, newest.startsAt);
  const { items } = await table.query({ partition: deliveryLogLists.log(registrationId), between, limit });
  return items.map(fromPageItem);
};

/** The wanted entries of these pages of a range, newest first: a trip if they include others than those at its ends. */
export const readWanted = async (
  table: Pick<TableReader, 'getMany' | 'query'>,
  range: LogRange,
  pageNumbers: readonly number[],
  isWanted: IsWanted,
): Promise<readonly LogEntry[]> => {
  const { registrationId, pages, counted } = range;
  const numbers = new Set(pageNumbers);
  const unread = counted.filter(({ pageNumber }) => numbers.has(pageNumber) && !pages.has(pageNumber));
  const read = await readPages(table, registrationId, unread);
  const all = new Map([...read.map((page) => [page.pageNumber, page] as const), ...pages]);
  return [...numbers]
    .flatMap((pageNumber) => all.get(pageNumber) ?? [])
    .flatMap((page) => wantedOf(range, page, isWanted))
    .sort((one, other) => other.number - one.number);
};
