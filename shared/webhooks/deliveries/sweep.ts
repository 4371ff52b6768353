import { type Item, update } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { mailNotice, type NoticeEffects } from './conclusions/deactivation-notice.ts';
import { DUE_SHARDS, deliveryKeys, deliveryLists } from './keys.ts';
import { sweepParked } from './limits/sweep-parked.ts';
import { claimableFrom, fromDeliveryItem } from './records/delivery.ts';
import type { SendDelivery } from './records/delivery-queue.ts';
import { OPEN_DELIVERY_STATUSES } from './records/delivery-states.ts';
import { overdueFrom } from './records/overdue.ts';

/** How long a swept delivery is left alone: a queue that is only behind must not be filled further. */
const SWEEP_AGAIN_AFTER_MS = 15 * 60_000;

/** The effects of a sweep. */
export interface DeliverySweepEffects extends NoticeEffects, SweepEffects {
  readonly send: SendDelivery;
  /** Takes the next step of a recovery that the sweep read. */
  readonly advanceRecovery: (overdue: Item) => Promise<void>;
}

/**
 * Sends one overdue delivery back to the queue, unless it has moved on since it was read or another sweep has it. It
 * is marked first. If the message is then lost, the mark expires. A delivery under a lease is looked at again after
 * the end of its lease.
 *
 * @param overdue the delivery as the sweep read it.
 */
const sweepDelivery = async (overdue: Item, nowMs: number, { table, send }: DeliverySweepEffects): Promise<boolean> => {
  const { deliveryId, registrationId, claimableAtMs = nowMs } = fromDeliveryItem(overdue);
  const isLeased = claimableAtMs > nowMs;
  const { written } = await table.write(
    update(deliveryKeys.delivery(deliveryId), {
      set: isLeased ? claimableFrom(deliveryId, claimableAtMs) : overdueFrom(deliveryId, nowMs + SWEEP_AGAIN_AFTER_MS),
      when: {
        gsi4sk: { equals: String(overdue['gsi4sk']) },
        status: { oneOf: OPEN_DELIVERY_STATUSES },
        claimableAtMs: { equals: claimableAtMs },
      },
    }),
  );
  if (!written || isLeased) return false;
  await send({ deliveryId, registrationId, delayMs: 0 });
  return true;
};

/** Handles one overdue item, and returns whether that sent a delivery back to the queue. */
const sweepOne = async (overdue: Item, nowMs: number, effects: DeliverySweepEffects): Promise<boolean> => {
  switch (overdue['overdueKind']) {
    case 'parked':
      await sweepParked(overdue, effects);
      return false;
    case 'notice':
      await mailNotice(overdue, effects);
      return false;
    case 'recovery':
      await effects.advanceRecovery(overdue);
      return false;
    default:
      return sweepDelivery(overdue, nowMs, effects);
  }
};

/**
 * Recovers what crashed or was lost before. Deliveries that are due, or whose worker's lease ran out, and that no
 * worker took in time, are each sent back to the queue once. Parked deliveries of registrations are released, overdue
 * notices are mailed, and running recoveries continue.
 */
export const sweepDeliveries = sweep({
  partitions: Array.from({ length: DUE_SHARDS }, (_, shard) => deliveryLists.due(shard)),
  isParallel: true,
  handle: sweepOne,
  counts: { DeliveriesSwept: Number },
  logs: ['warn', 'DELIVERIES_SWEPT'],
});
