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

/** Something that was reported of a vendor: every event but the start of its monitoring. */
const isReported = ({ kind }: MonitoringEvent): boolean => kind !== MONITORING_STARTED;

/**
 * What was reported of a vendor under an id, strongly consistent, voided or not; undefined when nothing was, and for the
 * start of its monitoring.
 *
 * @param eventId from outside: any text.
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

/** The record of an event, for transactions that start from it. */
export const monitoringEventRecord = (vendorId: string, eventId: string): StoredRecord<MonitoringEvent> => ({
  key: vendorKeys.event(vendorId, eventId),
  from: fromEventItem,
});

/**
 * The vendor of what was reported under an id; undefined when nothing was. Events stand in the index some milliseconds
 * after they are recorded.
 *
 * @param eventId from outside: any text.
 */
export const findEventVendor = async (
  table: Pick<TableReader, 'query'>,
  eventId: string,
): Promise<string | undefined> => {
  if (!isId('evt', eventId)) return undefined;
  const { items } = await table.query({ index: 'gsi2', partition: vendorLists.eventById(eventId), limit: 1 });
  return items[0] && fromEventItem(items[0]).vendorId;
};

/** Which events of a vendor a list shows: what was reported of it, where nothing is named. */
export interface EventFilter extends Times {
  readonly kind?: ReportedKind | undefined;
}

/**
 * A page of what was reported of a vendor, newest first, voided or not, and how many such events there are. The cost
 * grows with the events between `from` and `to`: one kind of a source is reported once in 7 days.
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

/** What was reported of a vendor most recently, newest first, voided or not. @param limit how many at most. */
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

/** Points that are returned whole. */
export const MAX_WHOLE_HISTORY = 50_000;

/**
 * The score history of a vendor, in its order: empty when it was never monitored.
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

/** A page of the score history of a vendor, in its order: points are numbered from 1. */
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
