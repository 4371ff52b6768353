import type { Item } from '#shared/db/expressions';
import { numberRange, type Times, timesBetween } from '#shared/db/key-parts';
import { BLOCK_NUMBERS, type BlockCounts, blockOf, placeOfPage, sumOfCounts, totalOf } from '#shared/db/lists/blocks';
import { rangesOf } from '#shared/db/lists/counted-pages';
import { readJointCounts } from '#shared/db/lists/joint-counts';
import { type ListPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import { readNewest } from '#shared/db/lists/read-ranges';
import type { TableReader } from '#shared/db/operations';
import type { DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';
import { deliveryLogLists } from './keys.ts';
import { cellOf, type LogCell, partsOfCell } from './log-cells.ts';
import { deliveryLog, fromLogItem, type LogEntry, listedFrom } from './log-entry.ts';

/** A filter of a registration's deliveries. All of its conditions must hold. Times are those of planning. */
export interface LogFilter extends Times {
  readonly status?: DeliveryStatus | undefined;
  readonly event?: string | undefined;
}

const isWanted = ({ status, event }: LogFilter, entry: { readonly event: string; readonly status: string }): boolean =>
  (status === undefined || entry.status === status) && (event === undefined || entry.event === event);

/** The numbers of a range of times, and the entries in the blocks at its two ends. */
interface Edges {
  readonly first: number;
  readonly last: number;
  readonly entries: readonly LogEntry[];
}

/**
 * A block at the end of a range counts entries on both sides of that end. As many entries as a block has numbers, read
 * from each end inwards, include all entries of that block within the range.
 */
const edgesOf = (oldest: readonly Item[], newest: readonly Item[]): Edges | undefined => {
  const entries = new Map([...oldest, ...newest].map((item) => [item.pk, fromLogItem(item)]));
  const first = oldest[0] && fromLogItem(oldest[0]).number;
  const last = newest[0] && fromLogItem(newest[0]).number;
  return first === undefined || last === undefined ? undefined : { first, last, entries: [...entries.values()] };
};

/**
 * The counts of a cell within a range: those of inner blocks as stored, those of blocks at its ends by their entries.
 */
const countsWithin = ({ first, last, entries }: Edges, cell: LogCell, stored: BlockCounts | undefined): BlockCounts => {
  const ends = [blockOf(first), blockOf(last)];
  const counts = new Map([...(stored ?? [])].filter(([block]) => block > blockOf(first) && block < blockOf(last)));
  for (const entry of entries) {
    const block = blockOf(entry.number);
    if (ends.includes(block) && cellOf(entry) === cell) counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  return counts;
};

const hasEntries = (counts: BlockCounts, first: number, last: number): boolean =>
  [...counts].some(([block, count]) => count > 0 && block >= blockOf(first) && block <= blockOf(last));

/** A range of times of a log: its ends, its newest entries, and how many each cell has in it. */
interface CountedRange {
  readonly edges: Edges;
  readonly newest: readonly Item[];
  readonly cells: readonly { readonly cell: LogCell; readonly counts: BlockCounts }[];
}

/** Reads the entries of a log within a range of times, in one trip; undefined when there are none. */
const readCounted = async (
  table: Pick<TableReader, 'query' | 'queryAll'>,
  registrationId: string,
  filter: LogFilter,
  limit: number,
  nowMs: number,
): Promise<CountedRange | undefined> => {
  const listed = listedFrom(nowMs);
  const from = filter.from !== undefined && filter.from > listed ? filter.from : listed;
  if (filter.to !== undefined && filter.to < from) return undefined;
  const times = {
    index: 'gsi2',
    partition: deliveryLogLists.log(registrationId),
    between: timesBetween({ from, to: filter.to }),
  } as const;
  const [counted, oldest, newest] = await Promise.all([
    readJointCounts(table, deliveryLog(registrationId)),
    table.query({ ...times, limit: BLOCK_NUMBERS }),
    table.query({ ...times, descending: true, limit: Math.max(BLOCK_NUMBERS, limit) }),
  ]);
  const edges = edgesOf(oldest.items, newest.items);
  if (!edges) return undefined;
  const known = new Set([...counted.keys(), ...edges.entries.map(cellOf)]);
  const cells = [...known].map((cell) => ({ cell, counts: countsWithin(edges, cell, counted.get(cell)) }));
  return { edges, newest: newest.items, cells };
};

/** The number of recoverable deliveries, and the range of their numbers. */
export interface RecoverableRange extends Pick<Edges, 'first' | 'last'> {
  readonly count: number;
}

/** Counts the deliveries with one of these statuses that were planned since a time, in one trip. */
export const readRecoverable = async (
  table: Pick<TableReader, 'query' | 'queryAll'>,
  registrationId: string,
  { since, statuses }: { readonly since: string; readonly statuses: readonly string[] },
  nowMs: number,
): Promise<RecoverableRange> => {
  const counted = await readCounted(table, registrationId, { from: since }, 1, nowMs);
  if (!counted) return { first: 1, last: 0, count: 0 };
  const { edges, cells } = counted;
  const recoverable = cells.filter(({ cell }) => statuses.includes(partsOfCell(cell).status));
  const count = totalOf(sumOfCounts(recoverable.map(({ counts }) => counts)));
  return { first: edges.first, last: edges.last, count };
};

/**
 * Reads a page of a registration's deliveries of the last 30 days that match a filter, newest first, and their total
 * number. The first trip reads the counts and the two ends of the range of times, the second a range of numbers of each
 * cell that has entries there. The first page without a filter takes one trip. The work is the same however many
 * deliveries there are.
 */
export const readLogPage = async (
  table: Pick<TableReader, 'query' | 'queryAll'>,
  registrationId: string,
  filter: LogFilter,
  page: ListPage,
  nowMs: number,
): Promise<Page<LogEntry>> => {
  const isAll = filter.status === undefined && filter.event === undefined;
  const counted = await readCounted(table, registrationId, filter, page.limit, nowMs);
  if (!counted) return NO_ENTRIES;
  const { edges, newest } = counted;
  if (isAll && page.page === 1) {
    // Within the 30 days nothing is deleted, so the numbers have no gaps.
    return { entries: newest.slice(0, page.limit).map(fromLogItem), total: edges.last - edges.first + 1 };
  }
  const cells = counted.cells.filter(({ cell }) => isWanted(filter, partsOfCell(cell)));
  const counts = sumOfCounts(cells.map((one) => one.counts));
  const total = totalOf(counts);
  const place = placeOfPage(counts, page);
  if (!place) return { ...NO_ENTRIES, total };
  const first = Math.max(place.first, edges.first);
  const last = Math.min(place.last, edges.last);
  const read = cells.filter((one) => hasEntries(one.counts, first, last)).map(({ cell }) => cell);
  const ranges = rangesOf(deliveryLog(registrationId), read, numberRange(first, last));
  const items = await readNewest(table, ranges, place.skip + page.limit);
  return { entries: items.slice(place.skip).map(fromLogItem), total };
};
