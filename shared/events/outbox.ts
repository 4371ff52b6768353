import * as v from 'valibot';
import { put, type WriteOperation } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { ENVIRONMENTS, type Environment, EVENTS, type EventData, type EventType } from './catalogue.ts';

/** How long an event can be read again by whoever missed it. */
const KEPT_SECONDS = 30 * 24 * 60 * 60;

/** An event as it travels: in the outbox, on the bus and in the queues. */
export const eventSchema = v.object({
  eventId: v.string(),
  type: v.picklist(Object.keys(EVENTS) as [EventType, ...EventType[]]),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  /** The widget the event belongs to; null for events that go to every registration of the account. */
  widgetId: v.nullable(v.string()),
  occurredAt: v.string(),
  data: v.record(v.string(), v.unknown()),
});

/** An event of the service. */
export type ServiceEvent = v.InferOutput<typeof eventSchema>;

/** What the emitter of an event knows. */
export interface NewEvent<T extends EventType> {
  readonly type: T;
  readonly accountId: string;
  readonly environment: Environment;
  readonly widgetId: string | null;
  readonly data: EventData<T>;
}

/**
 * The write that emits an event, to stand in the transaction of the change it tells of: the table's stream carries it
 * on from there, so that neither happens without the other.
 */
export const emit = <T extends EventType>(event: NewEvent<T>, nowMs: number): WriteOperation => {
  const eventId = newId('evt', nowMs);
  return put({
    ...keys.outboxEvent(eventId),
    eventId,
    ...event,
    // Through the schema, so that a field that is not of the event never leaves.
    data: v.parse(EVENTS[event.type].data as v.GenericSchema, event.data),
    occurredAt: isoTime(nowMs),
    expiresAtSeconds: unixSeconds(nowMs) + KEPT_SECONDS,
  });
};
