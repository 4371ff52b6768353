import { type Item, update } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { dueAttributes, fromAddressItem } from './address-verification.ts';
import { addressKeys, addressLists } from './keys.ts';
import type { SendVisit } from './visit-queue.ts';

/** How long a swept visit is left alone after that: a queue that is only slow must not fill up further. */
const SWEEP_AGAIN_AFTER_MS = 10 * 60_000;

/** The effects of a sweep. */
export interface VisitSweepEffects extends SweepEffects {
  readonly visits: SendVisit;
}

/**
 * Wakes a worker for one overdue visit, unless the visit has changed since it was read or another sweep has
 * taken it. It is taken before its message is sent: if that is lost, the visit is overdue again later.
 */
const sweepOne = async (overdue: Item, nowMs: number, { table, visits }: VisitSweepEffects): Promise<boolean> => {
  const { reference } = fromAddressItem(overdue);
  const { gsi4sk } = dueAttributes(reference, nowMs + SWEEP_AGAIN_AFTER_MS);
  const { written } = await table.write(
    update(addressKeys.verification(reference), {
      set: { gsi4sk },
      when: { gsi4sk: { equals: String(overdue['gsi4sk']) } },
    }),
  );
  if (written) await visits({ reference, delayMs: 0 });
  return written;
};

/** Wakes a worker for each visit whose next step is overdue, because a message was lost or set aside. */
export const sweepVisits = sweep({
  partitions: [addressLists.due],
  handle: sweepOne,
  counts: { VisitsSwept: Number },
  logs: ['warn', 'VISITS_SWEPT'],
});
