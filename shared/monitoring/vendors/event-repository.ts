import type { Times } from '#shared/db/key-parts';
import type { StoredRecord } from '#shared/db/latest';
import type { ListPage, Page } from '#shared/db/lists/page';
import { readWhole } from '#shared/db/lists/read-ranges';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { readFilteredPage } from '#shared/http/filtered-page';
import { firstIdOf, isId, LATEST_ID_MS, lastIdOf } from '#shared/platform/ids';
import { MONITORING_STARTED, type ReportedKind } from './event-kinds.ts';
import { vendorKeys, vendorLists } from './keys.ts';
import { fromEventItem, type MonitoringEvent } from './monitoring-event.ts';
import { fromPointItem, type ScorePoint } from './score-point.ts';

/** Whether an event was reported, as every event was except the start of monitoring. */
const isReported = ({ kind }: MonitoringEvent): boolean => kind !== MONITORING_STARTED;

/**
 * Finds a reported event of a vendor, strongly consistent, voided or not. Undefined for an unknown id, and for the
 * start of monitoring.
 *
 * @param eventId any text.
 */
export const findEvent = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
  eventId: string,
): Promise<MonitoringEvent | undefined> => {
  if (!isId('cmp', vendorId) || !isId('evt', eventId)) return undefined;
  const item = await table.get(vendorKeys.event(vendorId, eventId));
  const event = item && fromEventItem(item);
  return event && isReported(event) ? event : undefined;
};

/** The record of an event, for transactions that read it first. */
export const monitoringEventRecord = (vendorId: string, eventId: string): StoredRecord<MonitoringEvent> => ({
  key: vendorKeys.event(vendorId, eventId),
  from: fromEventItem,
});

/**
 * Finds the vendor of a reported event; undefined for an unknown id. The index lists events some milliseconds after
 * they are recorded.
 *
 * @param eventId any text.
 */
export const findEventVendor = async (
  table: Pick<TableReader, 'query'>,
  eventId: string,
): Promise<string | undefined> => {
  if (!isId('evt', eventId)) return undefined;
  const { items } = await table.query({ index: 'gsi2', partition: vendorLists.eventById(eventId), limit: 1 });
  return items[0] && fromEventItem(items[0]).vendorId;
};

/** Which events of a vendor a list shows; by default all that were reported. */
export interface EventFilter extends Times {
  readonly kind?: ReportedKind | undefined;
}

/**
 * Reads a page of a vendor's reported events, newest first, voided or not, and their number. The cost grows with the
 * events between `from` and `to`; a source can report one kind once in 7 days.
 *
 * @throws ApiError RANGE_TOO_LONG as {@link readFilteredPage}.
 */
export const readEventPage = (
  table: Pick<TableReader, 'query'>,
  vendorId: string,
  { kind, from, to }: EventFilter,
  page: ListPage,
): Promise<Page<MonitoringEvent>> => {
  const between = vendorLists.eventRange(
    firstIdOf('evt', from ? Date.parse(from) : 0),
    lastIdOf('evt', to ? Date.parse(to) : LATEST_ID_MS),
  );
  const range = { partition: vendorLists.vendor(vendorId), between };
  const isWanted = (event: MonitoringEvent): boolean => (kind ? event.kind === kind : isReported(event));
  return readFilteredPage(table, range, fromEventItem, isWanted, page);
};

/** Reads the most recent reported events of a vendor, newest first, voided or not. @param limit the maximum number. */
export const listRecentEvents = async (
  table: Pick<TableReader, 'query'>,
  vendorId: string,
  limit: number,
): Promise<readonly MonitoringEvent[]> => {
  const { items } = await table.query({
    partition: vendorLists.vendor(vendorId),
    startsWith: vendorLists.events,
    descending: true,
    limit,
  });
  return items.map(fromEventItem).filter(isReported);
};

/** Maximum number of points that are returned whole. */
export const MAX_WHOLE_HISTORY = 50_000;

/**
 * Reads the whole score history of a vendor, oldest first; empty when it was never monitored.
 *
 * @throws ApiError RESULT_TOO_LARGE when it has more than 50,000 points.
 */
export const readScoreHistory = async (
  table: Pick<TableReader, 'query'>,
  vendorId: string,
): Promise<readonly ScorePoint[]> => {
  const range = { partition: vendorLists.vendor(vendorId), startsWith: vendorLists.points };
  const newestFirst = await readWhole(table, [range], fromPointItem, MAX_WHOLE_HISTORY);
  if (!newestFirst) throw new ApiError('RESULT_TOO_LARGE');
  return newestFirst.toReversed();
};

/** Reads a page of the score history of a vendor, oldest first. Points are numbered from 1. */
export const readHistoryPage = async (
  table: Pick<TableReader, 'query'>,
  vendorId: string,
  { page, limit }: ListPage,
): Promise<readonly ScorePoint[]> => {
  const before = (page - 1) * limit;
  const between = vendorLists.pointRange(before + 1, before + limit);
  const { items } = await table.query({ partition: vendorLists.vendor(vendorId), between, limit });
  return items.map(fromPointItem);
};
