import { type Item, update } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { dueAttributes, fromAddressItem } from './address-verification.ts';
import { addressKeys, addressLists } from './keys.ts';
import type { SendVisit } from './visit-queue.ts';

/** How long a swept visit is left alone beyond its grace: a queue that is only behind must not be filled further. */
const SWEEP_AGAIN_AFTER_MS = 10 * 60_000;

/** The effects of a sweep. */
export interface VisitSweepEffects extends SweepEffects {
  readonly visits: SendVisit;
}

/**
 * Wakes a worker for one overdue visit, unless it moved on since the index was written or another sweep has it. Marked
 * first: if the message gets lost then, the mark expires.
 */
const sweepOne = async (overdue: Item, nowMs: number, { table, visits }: VisitSweepEffects): Promise<boolean> => {
  const { reference } = fromAddressItem(overdue);
  const { gsi2sk } = dueAttributes(reference, nowMs + SWEEP_AGAIN_AFTER_MS);
  const { written } = await table.write(
    update(addressKeys.verification(reference), {
      set: { gsi2sk },
      when: { gsi2sk: { equals: String(overdue['gsi2sk']) } },
    }),
  );
  if (written) await visits({ reference, delayMs: 0 });
  return written;
};

/**
 * Finds the visits whose next step is overdue, because a message was lost or set aside, and wakes a worker for each
 * once.
 */
export const sweepVisits = sweep({
  partitions: [addressLists.due],
  handle: sweepOne,
  counts: { VisitsSwept: Number },
  logs: ['warn', 'VISITS_SWEPT'],
});
