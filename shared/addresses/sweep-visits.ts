import { type Item, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { sweepOverdue } from '#shared/db/sweep-overdue';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { dueAt, fromAddressItem } from './address-verification.ts';
import { addressKeys, addressLists } from './keys.ts';
import type { SendVisit } from './visit-queue.ts';

/** How long a swept visit is left alone beyond its grace: a queue that is only behind must not be filled further. */
const SWEEP_AGAIN_AFTER_MS = 10 * 60_000;

/** The effects of a sweep. */
export interface VisitSweepEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly send: SendVisit;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Wakes a worker for one overdue visit, unless it moved on since the index was written or another sweep has it. Marked
 * first: if the message gets lost then, the mark expires.
 */
const sweepOne = async (overdue: Item, nowMs: number, { table, send }: VisitSweepEffects): Promise<boolean> => {
  const { reference } = fromAddressItem(overdue);
  const { gsi2sk } = dueAt(reference, nowMs + SWEEP_AGAIN_AFTER_MS);
  const { written } = await table.write(
    update(addressKeys.verification(reference), {
      set: { gsi2sk },
      when: { gsi2sk: { equals: String(overdue['gsi2sk']) } },
    }),
  );
  if (written) await send({ reference, delayMs: 0 });
  return written;
};

/**
 * Finds the visits whose next step is overdue, because a message was lost or set aside, and wakes a worker for each
 * once.
 *
 * @throws the first failure, once everything else is done; the next sweep retries.
 */
export const sweepVisits = async (effects: VisitSweepEffects): Promise<void> => {
  const { clock, log, metrics } = effects;
  const nowMs = clock();
  const { results, failures } = await sweepOverdue(effects, [addressLists.due], nowMs, (item) =>
    sweepOne(item, nowMs, effects),
  );
  const count = results.filter((isWoken) => isWoken).length;
  if (count > 0) log.warn('VISITS_SWEPT', { count });
  metrics('VisitsSwept', count);
  if (failures.length > 0) throw failures[0];
};
