import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { DUE_SHARDS, keys, lists } from '#shared/db/keys';
import { shardOf } from '#shared/db/shard';
import { ENVIRONMENTS } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { isoTime, unixSeconds } from '#shared/platform/clock';
import { derivedId } from '#shared/platform/ids';
import type { Registration } from './registration.ts';
import { DELIVERY_STATUSES } from './states.ts';

/** How long a delivery and its attempts can be looked up: as long as the event itself. */
export const DELIVERY_KEPT_SECONDS = 30 * 24 * 60 * 60;

/** How long after a delivery became claimable its message may take, before a sweep takes it for lost. */
const SWEEP_GRACE_MS = 60_000;

/** Why a delivery ended. */
const DELIVERY_END_REASONS = [
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
  /** The exact body of every attempt. */
  body: v.string(),
  createdAt: v.string(),
  status: v.picklist(DELIVERY_STATUSES),
  /** Attempts that were made and recorded. */
  attemptCount: v.number(),
  /** Claims since the last that came to an end: above one, workers died in between. */
  unrecordedClaims: v.number(),
  /** From when a worker may claim it: the next attempt's time, or the end of the present lease. Open deliveries only. */
  claimableAtMs: v.optional(v.number()),
  /** The present claim, while one holds or held it last. */
  claimToken: v.optional(v.string()),
  endedAt: v.optional(v.string()),
  endReason: v.optional(v.picklist(DELIVERY_END_REASONS)),
  expiresAtSeconds: v.number(),
});

/** One event on its way to one registration. */
export type Delivery = v.InferOutput<typeof deliverySchema>;

/** Why a delivery ended. */
export type DeliveryEndReason = (typeof DELIVERY_END_REASONS)[number];

/** The delivery that an item holds. */
export const fromDeliveryItem = (item: Item): Delivery => v.parse(deliverySchema, item);

/**
 * The one id that the delivery of an event to a registration has, however often it is planned: time-ordered by the
 * event, the rest a hash of both ids.
 */
const deliveryIdOf = (event: ServiceEvent, registrationId: string): string => {
  const hash = createHash('sha256').update(`${event.eventId}\n${registrationId}`).digest();
  return derivedId('whd', Date.parse(event.occurredAt), hash);
};

/** Index attributes by which a sweep finds an open delivery from this time on. */
export const sweepableFrom = (deliveryId: string, atMs: number) => ({
  gsi2pk: lists.dueDeliveries(shardOf(deliveryId, DUE_SHARDS)),
  gsi2sk: isoTime(atMs),
});

/** Attributes of a delivery that may be claimed from this time on, and is swept if nobody did for a while. */
export const claimableFrom = (deliveryId: string, claimableAtMs: number) => ({
  claimableAtMs,
  ...sweepableFrom(deliveryId, claimableAtMs + SWEEP_GRACE_MS),
});

/** The attributes that only an open delivery has. */
export const OPEN_ATTRIBUTES = ['claimableAtMs', 'claimToken', 'gsi2pk', 'gsi2sk'] as const;

/**
 * The item of a new delivery, due at once. To an inactive registration it is kept as `skipped`, so that its owner sees
 * what was missed.
 */
export const newDeliveryItem = (event: ServiceEvent, registration: Registration, nowMs: number): Item => {
  const { registrationId, accountId, environment, isActive } = registration;
  const deliveryId = deliveryIdOf(event, registrationId);
  const envelope = { id: deliveryId, event: event.type, createdAt: event.occurredAt, data: event.data };
  return {
    ...keys.delivery(deliveryId),
    deliveryId,
    registrationId,
    accountId,
    environment,
    eventId: event.eventId,
    event: event.type,
    body: JSON.stringify(envelope),
    createdAt: event.occurredAt,
    attemptCount: 0,
    unrecordedClaims: 0,
    ...(isActive
      ? { status: 'pending', ...claimableFrom(deliveryId, nowMs) }
      : { status: 'skipped', endedAt: isoTime(nowMs), endReason: 'registration_inactive' }),
    gsi1pk: lists.deliveriesOfRegistration(registrationId),
    gsi1sk: deliveryId,
    expiresAtSeconds: unixSeconds(nowMs) + DELIVERY_KEPT_SECONDS,
  };
};
