import type { Times } from '#shared/db/key-parts';
import { placeOfPage, totalOf } from '#shared/db/lists/blocks';
import { type ListPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import type { TableReader } from '#shared/db/operations';
import type { DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';
import { type LogEntry, listedFrom, PAGE_ROWS } from './log-page.ts';
import { countsOf, type IsWanted, type LogRange, readLogRange, readWanted } from './log-range.ts';

/** A filter of a registration's deliveries. All of its conditions must hold. Times are those of planning. */
export interface LogFilter extends Times {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: string | undefined;
}

/** The later of a time and the earliest that is listed. */
const listedSince = (from: string | undefined, nowMs: number): string => {
  const listed = listedFrom(nowMs);
  return from !== undefined && from > listed ? from : listed;
};

/** The number of recoverable deliveries, and the range of their numbers. */
export interface RecoverableRange extends Pick<LogRange, 'first' | 'last'> {
  readonly count: number;
}

/** Counts the deliveries with one of these statuses that were planned since a time, in one trip. */
export const readRecoverable = async (
  table: Pick<TableReader, 'query' | 'queryAll'>,
  registrationId: string,
  { since, statuses }: { readonly since: string; readonly statuses: readonly string[] },
  nowMs: number,
): Promise<RecoverableRange> => {
  const times = { from: listedSince(since, nowMs) };
  const range = await readLogRange(table, registrationId, times, { newest: 1, isCounted: true });
  const { first, last } = range;
  return { first, last, count: totalOf(countsOf(range, ({ status }) => statuses.includes(status))) };
};

/**
 * Reads a page of a registration's deliveries of the last 30 days that match a filter, newest first, and their total
 * number. The first trip reads the counts and the two ends of the range of times, the second the pages of the log that
 * have its entries: at most one for each. The first page without a filter takes one trip and no counts.
 */
export const readLogPage = async (
  table: Pick<TableReader, 'getMany' | 'query' | 'queryAll'>,
  registrationId: string,
  { status, event, from, to }: LogFilter,
  page: ListPage,
  nowMs: number,
): Promise<Page<LogEntry>> => {
  const times = { from: listedSince(from, nowMs), to };
  if (to !== undefined && to < times.from) return NO_ENTRIES;
  const isFirst = status === undefined && event === undefined && page.page === 1;
  const isWanted: IsWanted = (cell) =>
    (status === undefined || cell.status === status) && (event === undefined || cell.event === event);
  const range = await readLogRange(table, registrationId, times, { newest: page.limit, isCounted: !isFirst });
  if (isFirst) {
    const entries = await readWanted(table, range, [...range.pages.keys()], isWanted);
    // Within the 30 days nothing is deleted, so the numbers have no gaps.
    return { entries: entries.slice(0, page.limit), total: Math.max(0, range.last - range.first + 1) };
  }
  const counts = countsOf(range, isWanted);
  const total = totalOf(counts);
  const place = placeOfPage(counts, page, PAGE_ROWS);
  if (!place) return { ...NO_ENTRIES, total };
  const wanted = [...counts].flatMap(([pageNumber, count]) => {
    const start = pageNumber * PAGE_ROWS + 1;
    return count > 0 && start >= place.first && start <= place.last ? pageNumber : [];
  });
  const entries = await readWanted(table, range, wanted, isWanted);
  return { entries: entries.slice(place.skip, place.skip + page.limit), total };
};
