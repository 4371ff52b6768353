import { newerAmong, onLatest } from '#shared/db/latest';
import type { Operations, Refusal, TransactionResult } from '#shared/db/named-operations';
import type { ItemReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import { findEvent } from './event-repository.ts';
import type { MonitoringEvent } from './monitoring-event.ts';
import { planEvent, type Report } from './plan-event.ts';
import { fromRecentEventItem, type RecentEvent, readRecentEvent } from './recent-event.ts';
import type { MonitoredCompany } from './start-monitoring.ts';
import { readVendorState, type VendorState, vendorStateRecord } from './vendor-state.ts';

/** What an event is based on: the state of its vendor, and the event that it repeats, if any. */
export interface EventBase {
  readonly state: VendorState | undefined;
  readonly recent: RecentEvent | undefined;
}

/** Reads what an event is based on, in one trip. @param vendorId any text. */
export const readEventBase = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
  { kind, source, url }: Pick<Report, 'kind' | 'source' | 'url'>,
  nowMs: number,
): Promise<EventBase> => {
  if (!isId('cmp', vendorId)) return { state: undefined, recent: undefined };
  const [state, recent] = await Promise.all([
    readVendorState(table, vendorId),
    readRecentEvent(table, { vendorId, kind, source, url }, nowMs),
  ]);
  return { state, recent };
};

/** The first event, which a report repeats. */
export const repeatedEvent = async (
  table: Pick<ItemReader, 'get'>,
  vendorId: string,
  { eventId }: Pick<RecentEvent, 'eventId'>,
): Promise<MonitoringEvent> => {
  const event = await findEvent(table, vendorId, eventId);
  if (!event) throw new Error('A recent event has no record');
  return event;
};

/** The recent event that refused a report's transaction; undefined when something else refused. */
export const recentEventOf = (refusal: Refusal | undefined): RecentEvent | undefined =>
  refusal?.found && fromRecentEventItem(refusal.found);

/** The outcome of a report. */
export interface Recorded {
  /** The event; for a repetition within 7 days, the first one. */
  readonly event: MonitoringEvent;
  readonly isNew: boolean;
}

/** What records a report: the table, or an endpoint's reader and its commit with the response. */
interface Recorder extends Pick<ItemReader, 'get'> {
  readonly transact: (operations: Operations, event: MonitoringEvent) => Promise<TransactionResult>;
}

/**
 * Records a report about a vendor: event, point of the score history and new score in one transaction. Concurrent
 * reports are recorded one after the other. A repetition of an event of the last 7 days (same vendor, kind, source and
 * address) changes nothing.
 */
export const recordEvent = async (
  table: Recorder,
  company: MonitoredCompany,
  report: Report,
  { state: start, recent }: EventBase,
  nowMs: number,
): Promise<Recorded> => {
  if (recent) return { event: await repeatedEvent(table, company.id, recent), isNew: false };
  const record = vendorStateRecord(company.id);
  const attempt = async ({ state }: { readonly state: VendorState | undefined }) => {
    const { event, operations } = planEvent(company, state, report, nowMs);
    return { result: await table.transact(operations, event), value: event };
  };
  const newer = newerAmong<{ readonly state: VendorState | undefined }>({ state: record });
  const { result, value: event } = await onLatest({ state: start }, attempt, newer);
  if (result.written) return { event, isNew: true };
  const first = recentEventOf(result.refusals['recentEvent']);
  if (!first) throw new Error('An event was refused by something else than its vendor');
  return { event: await repeatedEvent(table, company.id, first), isNew: false };
};
