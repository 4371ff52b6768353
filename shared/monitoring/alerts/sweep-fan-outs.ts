import type { Item } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { sweepOverdue } from '#shared/db/sweep-overdue';
import { FAN_OUT_PARTITIONS, takenPoint } from '#shared/monitoring/vendors/fan-out-points';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { SendFanOut } from './fan-out-queue.ts';

/** How long the message that starts a fan-out may take. */
const GRACE_MS = 60_000;

/** How long a swept fan-out is left alone beyond its grace: a queue that is only behind must not be filled further. */
const SWEEP_AGAIN_AFTER_MS = 10 * 60_000;

/** The effects of a sweep. */
export interface FanOutSweepEffects {
  readonly table: Table;
  readonly clock: Clock;
  readonly send: SendFanOut;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Starts one overdue fan-out. Taken first: if the message gets lost then, it is overdue again later. */
const sweepOne = async (overdue: Item, nowMs: number, { table, send }: FanOutSweepEffects): Promise<boolean> => {
  const { point, write } = takenPoint(overdue, nowMs + SWEEP_AGAIN_AFTER_MS);
  const { written } = await table.write(write);
  if (written) await send({ vendorId: point.vendorId, number: point.number });
  return written;
};

/**
 * Finds the changes of scores whose watchers were not all notified in time, because a message was lost or set aside, and
 * starts the fan-out of each once.
 *
 * @throws the first failure, once everything else is done; the next sweep retries.
 */
export const sweepFanOuts = async (effects: FanOutSweepEffects): Promise<void> => {
  const { clock, log, metrics } = effects;
  const nowMs = clock();
  const { results, failures } = await sweepOverdue(effects, FAN_OUT_PARTITIONS, nowMs - GRACE_MS, (item) =>
    sweepOne(item, nowMs, effects),
  );
  const count = results.filter((isStarted) => isStarted).length;
  if (count > 0) log.warn('FAN_OUTS_SWEPT', { count });
  metrics('FanOutsSwept', count);
  if (failures.length > 0) throw failures[0];
};
