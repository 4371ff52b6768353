import * as v from 'valibot';
import { type Key, put, update, type WriteOperation } from '#shared/db/expressions';
import { shardOf } from '#shared/db/shard';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import { newId, timeOfId } from '#shared/platform/ids';
import { currentTrace, requestIdIn } from '#shared/platform/trace';
import { EVENTS, type EventData, type EventType } from './catalogue.ts';
import { eventKeys, eventLists, UNPUBLISHED_SHARDS } from './keys.ts';

/** How long an event is kept for later reads. */
export const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** How long the table's stream may take to publish an event before a sweep does. */
export const PUBLISH_GRACE_MS = 2 * 60_000;

/** An event as stored and sent: in the outbox, on the bus and in the queues. */
export const eventSchema = v.object({
  eventId: v.string(),
  type: v.picklist(Object.keys(EVENTS) as [EventType, ...EventType[]]),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** The widget the event belongs to; null for events that go to every registration of the account. */
  widgetId: v.nullable(v.string()),
  occurredAt: v.string(),
  data: v.record(v.string(), v.unknown()),
  /** The request that it follows from, for our logs and the headers of deliveries. */
  requestId: v.optional(v.string()),
});

/** An event of the service. */
export type ServiceEvent = v.InferOutput<typeof eventSchema>;

/** The fields that the emitter of an event provides. */
export interface NewEvent<T extends EventType> {
  readonly type: T;
  readonly accountId: string;
  readonly environment: Environment;
  readonly widgetId: string | null;
  readonly data: EventData<T>;
}

/** The position of an event in the list of what a sweep looks at, oldest first. */
export const overdueSince = (eventId: string, atMs: number): string => `${isoTime(atMs)}~${eventId}`;

/** Whose event it is, and its id. */
type EventOfAccount = Pick<ServiceEvent, 'accountId' | 'eventId'>;

/** The place of an event in that list. The events of an account are in one shard, so that they are swept in order. */
const placeAt = ({ accountId, eventId }: EventOfAccount, atMs: number) => ({
  gsi4pk: eventLists.unpublishedEvents(shardOf(accountId, UNPUBLISHED_SHARDS)),
  gsi4sk: overdueSince(eventId, atMs),
});

/** What takes an event out of that list. */
const NO_PLACE = ['gsi4pk', 'gsi4sk'] as const;

/**
 * How much older than the event its id may be. A sweep searches the outbox by the time of ids, so an event with an older
 * one, of a cause that was handled late, has its place from the beginning.
 */
export const ID_OLDER_MS = 60_000;

/**
 * The write that emits an event, for the transaction of the change that it reports. The table's stream publishes it
 * from there, so that neither happens without the other.
 *
 * @param eventId a new id, or a derived one for a report that nothing else keeps from being made twice. The write then
 * refuses a repetition for as long as events are kept.
 */
export const emit = <T extends EventType>(
  event: NewEvent<T>,
  nowMs: number,
  eventId = newId('sev', nowMs),
): WriteOperation => {
  const { accountId } = event;
  return put({
    ...eventKeys.outboxEvent(accountId, eventId),
    ...(nowMs - timeOfId(eventId) > ID_OLDER_MS && placeAt({ accountId, eventId }, nowMs + PUBLISH_GRACE_MS)),
    eventId,
    ...event,
    // Parsed by the schema, so that a field that does not belong to the event never leaves.
    data: v.parse(EVENTS[event.type].data as v.GenericSchema, event.data),
    occurredAt: isoTime(nowMs),
    ...requestIdIn(currentTrace()),
    expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS,
  });
};

/** The outcome of an event: on the bus, or set aside because it never will be. */
export type EventFate = 'publishedAt' | 'setAsideAt';

/** An event without a fate that no sweep looks at yet. */
export const UNPLACED = { publishedAt: 'missing', setAsideAt: 'missing', gsi4pk: 'missing' } as const;

/** The write that has a sweep publish an event. It refuses when the event has a fate or a place already. */
export const placedWrite = ({ pk, sk }: Key, event: EventOfAccount, atMs: number): WriteOperation =>
  update({ pk, sk }, { set: placeAt(event, atMs), when: { ...UNPLACED, pk: 'exists' } });

/**
 * The write that records the fate of an event, with which no sweep looks at it any longer. It refuses when the event has
 * that fate already.
 *
 * @param feedNumber its number in its feed, where the item may lack it.
 */
export const settledWrite = ({ pk, sk }: Key, fate: EventFate, nowMs: number, feedNumber?: number): WriteOperation =>
  update(
    { pk, sk },
    {
      set: { [fate]: isoTime(nowMs), ...(feedNumber !== undefined && { feedNumber }) },
      remove: NO_PLACE,
      when: { eventId: 'exists', [fate]: 'missing' },
    },
  );

/**
 * The write that notes the number of an event that was appended to its feed, so that a sweep does not search the feed
 * for it, and its fate; without one, the bus has refused the event so far.
 */
export const numberedWrite = (
  { pk, sk }: Key,
  fate: EventFate | undefined,
  feedNumber: number,
  nowMs: number,
): WriteOperation =>
  update(
    { pk, sk },
    {
      set: { ...(fate && { [fate]: isoTime(nowMs) }), feedNumber },
      ...(fate && { remove: NO_PLACE }),
      // With a fate or without: an event that was set aside, and that an operator published later, belongs in the feed.
      when: { eventId: 'exists' },
    },
  );

/**
 * The write that makes a sweep publish an event again, with the same id. It keeps the event's number in its feed, and
 * refuses when the event is not published yet.
 */
export const republishedWrite = ({ pk, sk }: Key, event: EventOfAccount, nowMs: number): WriteOperation =>
  update({ pk, sk }, { set: placeAt(event, nowMs), remove: ['publishedAt'], when: { publishedAt: 'exists' } });

/**
 * The write that records the fate of an event that the table's stream has not numbered yet, and makes a sweep check it
 * again. It refuses when the event is numbered, or completely settled.
 */
export const unnumberedWrite = (
  { pk, sk }: Key,
  fate: EventFate,
  { eventId, againAtMs }: { readonly eventId: string; readonly againAtMs: number },
  nowMs: number,
): WriteOperation =>
  update(
    { pk, sk },
    {
      set: { [fate]: isoTime(nowMs), gsi4sk: overdueSince(eventId, againAtMs) },
      when: { gsi4pk: 'exists', feedNumber: 'missing' },
    },
  );
