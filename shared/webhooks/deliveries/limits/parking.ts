import { update, type WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import type { Clock } from '#shared/platform/clock';
import { deliveryKeys, deliveryLists } from '#shared/webhooks/deliveries/keys';
import { type Delivery, fromDeliveryItem } from '#shared/webhooks/deliveries/records/delivery';
import { DELAY_ROUNDING_MS, type SendDelivery } from '#shared/webhooks/deliveries/records/delivery-queue';
import { overdueFrom } from '#shared/webhooks/deliveries/records/overdue';
import type { Breakers } from './admission.ts';
import { BREAKER_POLICY } from './breaker.ts';
import { keptFrom, type StoredBreaker } from './breaker-store.ts';
import { hostRoom } from './host-admission.ts';
import { roomOf } from './permits.ts';

/*
 * A delivery that may not be attempted now is parked: it waits in an index of its registration, and nothing wakes a
 * worker for it until an attempt that ends makes room (docs/decisions/0076). The breaker's item states when one was
 * last parked, so that whoever makes room can tell whether any may wait. A sweep also releases parked deliveries.
 */

/** The next delivery does not renew a note younger than this: a burst must not rewrite it a thousand times. */
const NOTE_AGAIN_AFTER_MS = 20_000;

/** When a sweep first checks a registration's parked deliveries, and the interval while there are any. */
const SWEEP_AFTER_MS = 60_000;

/**
 * How long after the last note the index must show no parked delivery before there is taken to be none: longer than a
 * worker that read the note may take to park one, and longer than the index may lag behind it.
 */
const FORGET_AFTER_MS = 10 * 60_000;

/**
 * How long a released delivery may take to be claimed. After that its message is assumed to be lost, and it is released
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

/** Whether a delivery was released and its message is in transit. */
const isReleased = ({ wakeAtMs, releases = 0 }: Delivery, nowMs: number): boolean =>
  wakeAtMs !== undefined && nowMs < wakeAtMs + (releases > 1 ? RELEASE_AGAIN_MS : RELEASE_MS);

/** Later than everything that may be waiting. */
const RECOVERED_OFFSET_MS = 30 * 24 * 60 * 60_000;

/** The place of a delivery that is parked now. Recovered deliveries wait behind all others. */
export const placeOf = ({ trigger }: Pick<Delivery, 'trigger'>, nowMs: number): number =>
  trigger === 'recovery' ? nowMs + RECOVERED_OFFSET_MS : nowMs;

/** Index attributes by which a sweep checks a registration's parked deliveries in a minute. */
export const sweptNext = (registrationId: string, nowMs: number) => overdueFrom(registrationId, nowMs + SWEEP_AFTER_MS);

/**
 * Notes in a breaker that one of its deliveries is about to be parked. The note is never removed while a worker that
 * saw it may still be about to park another (see `noneParkedWrite`).
 *
 * @returns the breaker with the note.
 */
export const noteParking = async (
  breaker: StoredBreaker,
  accountId: string,
  { table, clock }: ParkingEffects,
): Promise<StoredBreaker> => {
  const { ownerId: registrationId, lastParkedAtMs } = breaker;
  const nowMs = clock();
  if (lastParkedAtMs !== undefined && nowMs - lastParkedAtMs < NOTE_AGAIN_AFTER_MS) return breaker;
  const note = {
    lastParkedAtMs: nowMs,
    registrationId,
    accountId,
    overdueKind: 'parked',
    ...sweptNext(registrationId, nowMs),
  };
  await table.write(update(deliveryKeys.breaker(registrationId), { set: { ...note, ...keptFrom(nowMs) }, when: {} }));
  return { ...breaker, lastParkedAtMs: nowMs };
};

/**
 * The write that records that no delivery of a registration is parked any more; undefined while there may be one that
 * the index does not show yet. It refuses when one was parked since the breaker was read.
 */
export const noneParkedWrite = (
  { ownerId: registrationId, lastParkedAtMs }: StoredBreaker,
  nowMs: number,
): WriteOperation | undefined =>
  lastParkedAtMs === undefined || nowMs - lastParkedAtMs < FORGET_AFTER_MS
    ? undefined
    : update(deliveryKeys.breaker(registrationId), {
        remove: ['lastParkedAtMs', 'overdueKind', 'gsi4pk', 'gsi4sk'],
        when: { lastParkedAtMs: { equals: lastParkedAtMs } },
      });

/** The parked deliveries of a registration that the index shows, longest waiting first; one page. */
export const parkedDeliveries = async (
  table: Pick<Table, 'query'>,
  registrationId: string,
  limit = PAGE_SIZE,
): Promise<readonly Delivery[]> => {
  const partition = deliveryLists.parkedDeliveries(registrationId);
  return (await table.query({ index: 'gsi2', partition, limit })).items.map(fromDeliveryItem);
};

/** Releases one parked delivery, unless another worker does, or it is no longer parked. */
const releaseOne = async (
  { deliveryId, registrationId, dueAtMs = 0, wakeAtMs: releasedAtMs }: Delivery,
  atMs: number,
  { table, clock, send }: ParkingEffects,
): Promise<void> => {
  const wakeAtMs = Math.max(atMs, dueAtMs);
  const { written } = await table.write(
    update(deliveryKeys.delivery(deliveryId), {
      set: { wakeAtMs },
      add: { releases: 1 },
      when: {
        gsi2pk: { equals: deliveryLists.parkedDeliveries(registrationId) },
        wakeAtMs: releasedAtMs === undefined ? 'missing' : { equals: releasedAtMs },
      },
    }),
  );
  // Rounded up: a probe before the end of the cool-down would be parked again.
  if (written) await send({ deliveryId, registrationId, delayMs: wakeAtMs - clock() + DELAY_ROUNDING_MS });
};

/**
 * Releases as many parked deliveries as there is room for, longest waiting first, and no more than the host takes. If
 * the breaker is closed, they are released at once. If it is open, a few are released that probe the endpoint when its
 * cool-down ends. Makes no call while none is parked.
 *
 * @param breakers their current state.
 * @returns whether any was parked.
 */
export const releaseParked = async (
  { registration: breaker, host }: Breakers,
  effects: ParkingEffects,
): Promise<boolean> => {
  if (breaker.lastParkedAtMs === undefined) return false;
  const nowMs = effects.clock();
  const [own, shared] = [roomOf(breaker, nowMs), hostRoom(host, nowMs)];
  const [count, atMs] = [Math.min(own.count, shared.count), Math.max(own.atMs, shared.atMs)];
  if (count === 0) return true;
  const parked = await parkedDeliveries(effects.table, breaker.ownerId);
  const waiting = parked.filter((delivery) => !isReleased(delivery, nowMs));
  const room = Math.max(0, count - (parked.length - waiting.length));
  await allEnded(waiting.slice(0, room).map((delivery) => releaseOne(delivery, atMs, effects)));
  return parked.length > 0;
};
