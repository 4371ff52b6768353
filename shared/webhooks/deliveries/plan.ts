import { type Item, put } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { isErased } from '#shared/erasure/erasure';
import { EVENTS } from '#shared/events/catalogue';
import { wantsDecision } from '#shared/events/decision-filter';
import { withoutReference } from '#shared/events/erase-events';
import type { ServiceEvent } from '#shared/events/outbox';
import { webhookEventsOf } from '#shared/onboarding/widgets/apps';
import { type Clock, isoTime } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Registration } from '#shared/webhooks/registrations/registration';
import {
  type Audience,
  findReceivers,
  readLiveRegistrations,
} from '#shared/webhooks/registrations/registration-repository';
import { DELIVERY_KEPT_SECONDS, fromDeliveryItem, newDeliveryItem } from './records/delivery.ts';
import type { SendDelivery } from './records/delivery-queue.ts';

/** The effects of planning. */
export interface PlanEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly send: SendDelivery;
  readonly log: Logger;
}

/** Who receives an event; undefined for one that has no webhook. */
const audienceOf = ({ type, accountId, environment, widgetId }: ServiceEvent): Audience | undefined => {
  const serviceType = EVENTS[type].webhook;
  return serviceType === null ? undefined : { accountId, environment, serviceType, appId: widgetId };
};

/**
 * Whether a registration existed when an event happened. One that is created later gets no earlier events, not even
 * replayed ones. Those that were deleted since are not listed.
 */
const existedAt = (occurredAt: string) => (registration: Pick<Registration, 'createdAt'>) =>
  Date.parse(registration.createdAt) <= Date.parse(occurredAt);

/** Whether an event is so old that its deliveries may have expired. Planned again, they would be sent a second time. */
const isForgotten = ({ occurredAt }: ServiceEvent, nowMs: number): boolean =>
  Date.parse(occurredAt) <= nowMs - DELIVERY_KEPT_SECONDS * 1000;

/**
 * Whether the owner of an event's app wants it. Decisions can be filtered by their outcome; everything else is sent
 * (interface: config.notifications).
 */
const isWanted = async (table: Table, { type, widgetId, data }: ServiceEvent): Promise<boolean> => {
  if (type !== 'kyb.applicant.decision' || widgetId === null) return true;
  return wantsDecision(await webhookEventsOf(table, widgetId), String(data['status']));
};

/** Whether the applicant of an event was erased since it happened. */
const isAboutErased = async (table: Table, { data: { applicantId } }: ServiceEvent): Promise<boolean> =>
  typeof applicantId === 'string' && isErased(table, applicantId);

/** The item of a delivery. If the applicant was erased, it is the same as for an erasure after planning. */
const deliveryItem = (event: ServiceEvent, registration: Registration, isErasedSince: boolean, nowMs: number): Item =>
  isErasedSince
    ? {
        ...newDeliveryItem({ ...event, data: withoutReference(event.data) }, registration, nowMs),
        erasedAt: isoTime(nowMs),
      }
    : newDeliveryItem(event, registration, nowMs);

const planOne = async (
  event: ServiceEvent,
  registration: Registration,
  isErasedSince: boolean,
  { table, clock, send, log }: PlanEffects,
): Promise<void> => {
  const item = deliveryItem(event, registration, isErasedSince, clock());
  const result = await table.write(put(item));
  const delivery = fromDeliveryItem(result.written ? item : (result.found ?? item));
  const { deliveryId, registrationId, status, attemptCount } = delivery;
  if (result.written) log.info('DELIVERY_PLANNED', { deliveryId, registrationId, status });
  // Planned before by a worker that may have died before it sent the message, so one is sent while nothing has happened
  // yet.
  if (status === 'pending' && attemptCount === 0) await send({ deliveryId, registrationId, delayMs: 0 });
};

/**
 * Plans the deliveries of one event: one for each registration that receives it and existed when it happened. The id is
 * derived from the two, so that planning again changes nothing, however late.
 *
 * @throws any failure; planning the event again completes it.
 */
export const planEvent = async (event: ServiceEvent, effects: PlanEffects): Promise<void> => {
  const { eventId, type: eventType, accountId } = event;
  const log = effects.log.with({ eventId, eventType });
  if (isForgotten(event, effects.clock())) return log.warn('DELIVERY_NOT_NEEDED', { reason: 'event_too_old' });
  const audience = audienceOf(event);
  const [receivers, isErasedSince] = await Promise.all([
    audience ? findReceivers(effects.table, audience) : [],
    isAboutErased(effects.table, event),
  ]);
  if (receivers.length === 0) return log.info('DELIVERY_NOT_NEEDED');
  const [registrations, wanted] = await Promise.all([
    readLiveRegistrations(effects.table, accountId, receivers),
    isWanted(effects.table, event),
  ]);
  const listening = registrations.filter(existedAt(event.occurredAt));
  if (listening.length === 0 || !wanted) return log.info('DELIVERY_NOT_NEEDED');
  const planned = await Promise.allSettled(
    listening.map((registration) => planOne(event, registration, isErasedSince, { ...effects, log })),
  );
  const failed = planned.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
};
