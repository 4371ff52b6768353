import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { sweepOverdue } from '#shared/db/sweep-overdue';
import { endChecks, moveCheck, scheduledCheckOf } from '#shared/monitoring/vendors/scheduled-check';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { SendCheck } from './check-queue.ts';
import { CHECK_SHARDS, vendorCheckLists } from './keys.ts';
import { leasedSchedule } from './schedule.ts';

/** The effects of planning checks. */
export interface PlanEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly send: SendCheck;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/**
 * Hands out one due check, unless another run has. It is taken first: should it get lost then, it is due again when its
 * lease ends. The checks of a vendor that nobody watches any more end here.
 */
const planOne = async (item: Item, nowMs: number, { table, send }: PlanEffects): Promise<boolean> => {
  const due = scheduledCheckOf(item);
  if (!due) return false;
  if (due.activeWatches <= 0) {
    await table.write(endChecks(due));
    return false;
  }
  const { vendorId } = due;
  const leased = leasedSchedule(vendorId, nowMs);
  const { written } = await table.write(moveCheck(due, leased));
  if (written) await send({ vendorId, place: leased.gsi2sk });
  return written;
};

/**
 * Hands the checks that are due to workers, each once, however many runs overlap.
 *
 * @throws the first failure, once everything else is done; a later run makes up for it.
 */
export const planChecks = async (effects: PlanEffects): Promise<void> => {
  const { clock, log, metrics } = effects;
  const nowMs = clock();
  const partitions = Array.from({ length: CHECK_SHARDS }, (_, shard) => vendorCheckLists.due(shard));
  const { results, failures } = await sweepOverdue(effects, partitions, nowMs, (item) => planOne(item, nowMs, effects));
  const count = results.filter((isPlanned) => isPlanned).length;
  if (count > 0) log.info('VENDOR_CHECKS_PLANNED', { count });
  metrics('VendorChecksPlanned', count);
  if (failures.length > 0) throw failures[0];
};
