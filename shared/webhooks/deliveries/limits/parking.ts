import * as v from 'valibot';
import { put, remove, update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import type { Clock } from '#shared/platform/clock';
import { deliveryKeys, deliveryLists } from '#shared/webhooks/deliveries/keys';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import { DELAY_ROUNDING_MS, type SendDelivery } from '#shared/webhooks/deliveries/records/delivery-queue';
import { overdueFrom } from '#shared/webhooks/deliveries/records/overdue';
import { BREAKER_POLICY } from './breaker.ts';
import { keptFrom, type StoredBreaker } from './breaker-store.ts';
import { hostRoom } from './host-admission.ts';
import { roomOf } from './permits.ts';

/*
 * A delivery that may not be attempted now is parked: it stands in a list of its registration and nothing wakes a worker
 * for it, until an attempt that ends makes room (docs/decisions/0012). The list is of the table, so that it is read as it
 * stands; the breaker's item is marked while deliveries may be parked, so that a sweep looks after them as well.
 */

/** A mark younger than this is not renewed by the next delivery: a burst must not rewrite it a thousand times. */
const MARK_AGAIN_AFTER_MS = 20_000;

/** When a sweep checks a registration's parked deliveries, and again while there are any. */
const SWEEP_AFTER_MS = 60_000;

/**
 * How long a released delivery may take to be claimed, before its message is assumed to be lost and it is released
 * again.
 */
const RELEASE_MS = 30_000;

/** The same after the first time: a queue that is only behind must not be filled further. */
const RELEASE_AGAIN_MS = 15 * 60_000;

/** Parked deliveries that are read to release some: those in progress and those that may follow them. */
const PAGE_SIZE = 2 * BREAKER_POLICY.maxConcurrency;

/** The effects of parking and releasing. */
export interface ParkingEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly send: SendDelivery;
}

const entrySchema = v.object({
  deliveryId: v.string(),
  /** Its place: since when it waits, later for what is recovered. */
  parkedAtMs: v.number(),
  /** When the message that releases it becomes visible; missing while it is not released. */
  wakeAtMs: v.optional(v.number()),
  /** How often it was released since it is in the list. */
  releases: v.optional(v.number(), 0),
});

type ParkedEntry = v.InferOutput<typeof entrySchema>;

/** Whether a delivery was released and its message is in transit. */
const isReleased = ({ wakeAtMs, releases }: ParkedEntry, nowMs: number): boolean =>
  wakeAtMs !== undefined && nowMs < wakeAtMs + (releases > 1 ? RELEASE_AGAIN_MS : RELEASE_MS);

/** Behind everything that may be waiting. */
const RECOVERED_BEHIND_MS = 30 * 24 * 60 * 60_000;

/** The place of a delivery that is parked now: what is recovered waits behind whatever is not. */
export const placeOf = ({ trigger }: Pick<Delivery, 'trigger'>, nowMs: number): number =>
  trigger === 'recovery' ? nowMs + RECOVERED_BEHIND_MS : nowMs;

/**
 * The write that puts a delivery into the list of its registration's parked ones, in the transaction of its parking.
 */
export const parkedEntryWrite = (
  { deliveryId, registrationId, expiresAtSeconds }: Delivery,
  parkedAtMs: number,
): WriteOperation =>
  // Overwrites an existing entry: the delivery was released and found no permit.
  put(
    {
      ...deliveryKeys.parkedDelivery(registrationId, parkedAtMs, deliveryId),
      deliveryId,
      parkedAtMs,
      expiresAtSeconds,
    },
    {},
  );

/** Takes a delivery out of the list, if it is there. */
export const removeParkedEntry = async (
  table: Table,
  { registrationId, parkedAtMs, deliveryId }: Pick<Delivery, 'registrationId' | 'parkedAtMs' | 'deliveryId'>,
): Promise<void> => {
  if (parkedAtMs !== undefined) {
    await table.write(remove(deliveryKeys.parkedDelivery(registrationId, parkedAtMs, deliveryId), {}));
  }
};

/** Index attributes by which a sweep checks a registration's parked deliveries a minute from now. */
export const sweptNext = (registrationId: string, nowMs: number) => overdueFrom(registrationId, nowMs + SWEEP_AFTER_MS);

/**
 * Marks a breaker before one of its deliveries is parked. A mark is never cleared while a worker that saw it may still
 * be about to park (see `unmarkWrite`).
 *
 * @returns the breaker with its mark.
 */
export const markParked = async (
  breaker: StoredBreaker,
  accountId: string,
  { table, clock }: ParkingEffects,
): Promise<StoredBreaker> => {
  const { ownerId: registrationId, markedAtMs } = breaker;
  const nowMs = clock();
  if (markedAtMs !== undefined && nowMs - markedAtMs < MARK_AGAIN_AFTER_MS) return breaker;
  const mark = {
    markedAtMs: nowMs,
    registrationId,
    accountId,
    overdueKind: 'parked',
    ...sweptNext(registrationId, nowMs),
  };
  await table.write(update(deliveryKeys.breaker(registrationId), { set: { ...mark, ...keptFrom(nowMs) }, when: {} }));
  return { ...breaker, markedAtMs: nowMs };
};

/**
 * The write that records that no delivery of a registration is parked any more; undefined while a worker may be about
 * to park one. Refused when one was parked since the breaker was read.
 */
export const unmarkWrite = (
  { ownerId: registrationId, markedAtMs }: StoredBreaker,
  nowMs: number,
): WriteOperation | undefined =>
  markedAtMs === undefined || nowMs - markedAtMs < SWEEP_AFTER_MS
    ? undefined
    : update(deliveryKeys.breaker(registrationId), {
        remove: ['markedAtMs', 'overdueKind', 'gsi2pk', 'gsi2sk'],
        when: { markedAtMs: { equals: markedAtMs } },
      });

/** The parked deliveries of a registration, longest waiting first, one page. */
export const parkedEntries = async (table: Table, registrationId: string, limit = PAGE_SIZE) => {
  const range = {
    partition: deliveryLists.parkedDeliveries(registrationId),
    startsWith: deliveryLists.parkedEntries,
    limit,
  };
  return (await table.query(range)).items.map((item) => v.parse(entrySchema, item));
};

/** Releases one, unless another worker does. */
const releaseOne = async (
  registrationId: string,
  { deliveryId, parkedAtMs, wakeAtMs: releasedAtMs }: ParkedEntry,
  wakeAtMs: number,
  { table, clock, send }: ParkingEffects,
): Promise<void> => {
  const { written } = await table.write(
    update(deliveryKeys.parkedDelivery(registrationId, parkedAtMs, deliveryId), {
      set: { wakeAtMs },
      add: { releases: 1 },
      when: { pk: 'exists', wakeAtMs: releasedAtMs === undefined ? 'missing' : { equals: releasedAtMs } },
    }),
  );
  // Rounded up: a probe before the end of the cool-down would be parked again.
  if (written) await send({ deliveryId, registrationId, delayMs: wakeAtMs - clock() + DELAY_ROUNDING_MS });
};

/**
 * Releases as many parked deliveries as there is room for, longest waiting first: of a closed breaker at once, of an
 * open one a few that probe the endpoint when its cool-down ends; and no more than its host takes. Makes no call while
 * none is parked.
 *
 * @param breaker the registration's, its current state.
 * @param host that of the host that it names.
 * @returns whether any was parked.
 */
export const releaseParked = async (
  breaker: StoredBreaker,
  host: StoredBreaker,
  effects: ParkingEffects,
): Promise<boolean> => {
  if (breaker.markedAtMs === undefined) return false;
  const nowMs = effects.clock();
  const [own, shared] = [roomOf(breaker, nowMs), hostRoom(host, nowMs)];
  const [count, atMs] = [Math.min(own.count, shared.count), Math.max(own.atMs, shared.atMs)];
  if (count === 0) return true;
  const entries = await parkedEntries(effects.table, breaker.ownerId);
  const waiting = entries.filter((entry) => !isReleased(entry, nowMs));
  const room = Math.max(0, count - (entries.length - waiting.length));
  await allEnded(waiting.slice(0, room).map((entry) => releaseOne(breaker.ownerId, entry, atMs, effects)));
  return entries.length > 0;
};
