import type { Item } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { endChecks, moveCheck, scheduledCheckOf } from '#shared/monitoring/vendors/scheduled-check';
import type { SendCheck } from './check-queue.ts';
import { CHECK_SHARDS, vendorCheckLists } from './keys.ts';
import { leasedSchedule } from './schedule.ts';

/** The effects of planning checks. */
export interface PlanEffects extends SweepEffects {
  readonly vendorChecks: SendCheck;
}

/**
 * Hands out one due check, unless another run has. The check is taken before its message is sent: if that is lost, the
 * check is due again when its lease ends. The checks of a vendor that nobody watches any more end here.
 */
const planOne = async (item: Item, nowMs: number, { table, vendorChecks }: PlanEffects): Promise<boolean> => {
  const due = scheduledCheckOf(item);
  if (!due) return false;
  if (due.activeWatches <= 0) {
    await table.write(endChecks(due));
    return false;
  }
  const { vendorId } = due;
  const leased = leasedSchedule(vendorId, nowMs);
  const { written } = await table.write(moveCheck(due, leased));
  if (written) await vendorChecks({ vendorId, place: leased.gsi4sk });
  return written;
};

/** Hands out due checks to workers, each once, however many runs overlap. */
export const planChecks = sweep({
  partitions: Array.from({ length: CHECK_SHARDS }, (_, shard) => vendorCheckLists.due(shard)),
  handle: planOne,
  counts: { VendorChecksPlanned: Number },
  logs: ['info', 'VENDOR_CHECKS_PLANNED'],
});
