import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import type { ItemReader } from '#shared/db/operations';
import type { ServiceEvent } from '#shared/events/outbox';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { derivedId, isId } from '#shared/platform/ids';
import { currentTrace, requestIdIn } from '#shared/platform/trace';
import { deliveryKeys, deliveryLists } from '#shared/webhooks/deliveries/keys';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { DELIVERY_TRIGGERS, type DeliveryTrigger, recordedAttemptSchema } from './attempt.ts';
import { outcomeSchema } from './attempt-outcome.ts';
import { DELIVERY_STATUSES } from './delivery-states.ts';
import { hostOf } from './host-of-endpoint.ts';
import { overdueFrom } from './overdue.ts';

/** How long a delivery and its attempts can be looked up: as long as the event itself. */
export const DELIVERY_KEPT_SECONDS = 30 * 24 * 60 * 60;

/** How much longer its items are stored, so that a delivery that is sent again on the last day can end. */
const STORED_LONGER_SECONDS = 24 * 60 * 60;

/** How long after a delivery becomes claimable its message may take before a sweep assumes that it is lost. */
const SWEEP_GRACE_MS = 60_000;

/** Why a delivery ended. */
export const DELIVERY_END_REASONS = [
  'delivered',
  'attempts_exhausted',
  'gone',
  'registration_deleted',
  'registration_inactive',
  'abandoned',
] as const;

const deliverySchema = v.object({
  deliveryId: v.string(),
  registrationId: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  eventId: v.string(),
  /** The event's type. */
  event: v.string(),
  /** The host of its endpoint when it was planned, stored so that it can be read together with the delivery. */
  plannedHost: v.optional(v.string()),
  /** The request that the event follows from, for our logs and the headers of its attempts. */
  requestId: v.optional(v.string()),
  /** The exact body of every attempt. It is replaced when its applicant is erased. */
  body: v.string(),
  /** When it was planned. */
  createdAt: v.string(),
  /** Counts the changes of its item. */
  version: v.optional(v.number(), 0),
  /** The cause of its current attempts. */
  trigger: v.optional(v.picklist(DELIVERY_TRIGGERS), 'scheduled'),
  status: v.picklist(DELIVERY_STATUSES),
  /** Attempts that were made and recorded. */
  attemptCount: v.number(),
  /** The latest of them, in order. */
  attempts: v.array(recordedAttemptSchema),
  /** Attempts made before it was last sent again. The schedule counts from there. */
  attemptsBefore: v.optional(v.number(), 0),
  /** How many of the attempts since then ended in 410. */
  goneAttempts: v.optional(v.number(), 0),
  /** Claims since the last concluded one. Above one, workers died in between. */
  unrecordedClaims: v.number(),
  /** The earliest time of the next attempt; missing if the first may be made at once. */
  dueAtMs: v.optional(v.number()),
  /** Consecutive faults of ours that prevented an attempt or its record. */
  faultsInRow: v.optional(v.number(), 0),
  /** An attempt that was made and could not be recorded. The next worker records it instead of repeating it. */
  unrecordedAttempt: v.optional(v.object({ startedAtMs: v.number(), endedAtMs: v.number(), outcome: outcomeSchema })),
  /**
   * Its place among the parked deliveries of its registration: the time since which it waits, later for recovered
   * deliveries.
   */
  placeMs: v.optional(v.number()),
  /** While it is parked: when the message that releases it becomes visible; missing if it is not released. */
  wakeAtMs: v.optional(v.number()),
  /** How often it was released since it was parked. */
  releases: v.optional(v.number()),
  /** When a worker may claim it: the next attempt's time, or the end of the current lease. Open deliveries only. */
  claimableAtMs: v.optional(v.number()),
  /** The current or last claim. */
  claimToken: v.optional(v.string()),
  /** When the data of its applicant was erased. From then on, no response of its receiver is stored. */
  erasedAt: v.exactOptional(v.string()),
  endedAt: v.optional(v.string()),
  endReason: v.optional(v.picklist(DELIVERY_END_REASONS)),
  expiresAtSeconds: v.number(),
});

/** One event for one registration. */
export type Delivery = v.InferOutput<typeof deliverySchema>;

/** Why a delivery ended. */
export type DeliveryEndReason = (typeof DELIVERY_END_REASONS)[number];

/** What a delivery sends: an event of the service, or a test. */
type DeliveredEvent = Pick<ServiceEvent, 'eventId' | 'occurredAt' | 'data'> & { readonly type: string };

/** The delivery that an item holds. */
export const fromDeliveryItem = (item: Item): Delivery => v.parse(deliverySchema, item);

/** Finds a delivery by its id, whoever owns it, for work without a caller. */
export const findDelivery = async (table: ItemReader, deliveryId: string): Promise<Delivery | undefined> => {
  if (!isId('whd', deliveryId)) return undefined;
  const item = await table.get(deliveryKeys.delivery(deliveryId));
  return item && fromDeliveryItem(item);
};

/**
 * The one id of the delivery of an event to a registration, however often it is planned. It is time-ordered by the
 * event; the rest is a hash of both ids.
 */
export const deliveryIdOf = (event: Pick<DeliveredEvent, 'eventId' | 'occurredAt'>, registrationId: string): string => {
  const hash = createHash('sha256').update(`${event.eventId}\n${registrationId}`).digest();
  return derivedId('whd', Date.parse(event.occurredAt), hash);
};

/**
 * Attributes of a delivery that may be claimed from this time, and is overdue if no worker claims it for a while after.
 */
export const claimableFrom = (deliveryId: string, claimableAtMs: number) => ({
  claimableAtMs,
  ...overdueFrom(deliveryId, claimableAtMs + SWEEP_GRACE_MS),
});

/** When a parked delivery is due, and its place among those of its registration. */
export interface Parking {
  readonly dueAtMs: number;
  readonly placeMs: number;
}

/**
 * Attributes of a parked delivery. It may be claimed once it is due, and is in the index of its registration's parked
 * deliveries instead of that of the sweep.
 */
export const parkedFrom = (
  { deliveryId, registrationId }: Pick<Delivery, 'deliveryId' | 'registrationId'>,
  { placeMs, dueAtMs }: Parking,
) => ({
  placeMs,
  dueAtMs,
  claimableAtMs: dueAtMs,
  gsi2pk: deliveryLists.parkedDeliveries(registrationId),
  gsi2sk: `${isoTime(placeMs)}~${deliveryId}`,
});

/** The attributes of a delivery that is or was parked. */
export const OF_PARKING = ['placeMs', 'wakeAtMs', 'releases', 'gsi2pk', 'gsi2sk'] as const;

/** The attributes that only an open delivery has. */
export const OPEN_ATTRIBUTES = [
  'claimableAtMs',
  'claimToken',
  'dueAtMs',
  ...OF_PARKING,
  'faultsInRow',
  'unrecordedAttempt',
  'gsi4pk',
  'gsi4sk',
] as const;

/**
 * The item of a new delivery, due at once. For an inactive registration it is stored as `skipped`, so that its owner
 * sees what was missed.
 */
export const newDeliveryItem = (
  event: DeliveredEvent,
  registration: Registration,
  nowMs: number,
  trigger: DeliveryTrigger = 'scheduled',
): Item => {
  const { registrationId, accountId, environment, endpoint, isActive } = registration;
  const deliveryId = deliveryIdOf(event, registrationId);
  const envelope = { id: deliveryId, event: event.type, createdAt: event.occurredAt, data: event.data };
  return {
    ...deliveryKeys.delivery(deliveryId),
    deliveryId,
    registrationId,
    accountId,
    environment,
    eventId: event.eventId,
    event: event.type,
    plannedHost: hostOf(endpoint),
    ...requestIdIn(currentTrace()),
    body: JSON.stringify(envelope),
    createdAt: isoTime(nowMs),
    version: 1,
    trigger,
    attemptCount: 0,
    attempts: [],
    unrecordedClaims: 0,
    ...(isActive
      ? { status: 'pending', ...claimableFrom(deliveryId, nowMs) }
      : { status: 'skipped', endedAt: isoTime(nowMs), endReason: 'registration_inactive' }),
    expiresAtSeconds: unixSeconds(nowMs) + DELIVERY_KEPT_SECONDS + STORED_LONGER_SECONDS,
  };
};
