import type { Item } from '#shared/db/expressions';
import { type SweepEffects, sweep } from '#shared/db/sweep';
import { FAN_OUT_PARTITIONS, takeFanOutPoint } from '#shared/monitoring/vendors/fan-out-points';
import type { SendFanOut } from './fan-out-queue.ts';

/** How long the first message of a fan-out may take before the sweep steps in. */
const GRACE_MS = 60_000;

/** How long a swept fan-out is left alone after that: a queue that is only slow must not fill up further. */
const SWEEP_AGAIN_AFTER_MS = 10 * 60_000;

/** The effects of a sweep. */
export interface FanOutSweepEffects extends SweepEffects {
  readonly fanOuts: SendFanOut;
}

/**
 * Starts one overdue fan-out. It is taken before its message is sent: if that is lost, the fan-out is overdue again
 * later.
 */
const sweepOne = async (overdue: Item, nowMs: number, { table, fanOuts }: FanOutSweepEffects): Promise<boolean> => {
  const { point, write } = takeFanOutPoint(overdue, nowMs + SWEEP_AGAIN_AFTER_MS);
  const { written } = await table.write(write);
  if (written) await fanOuts({ vendorId: point.vendorId, number: point.number });
  return written;
};

/**
 * Restarts the fan-out of each change of score whose watchers were not all notified in time, because a message was lost
 * or set aside.
 */
export const sweepFanOuts = sweep({
  partitions: FAN_OUT_PARTITIONS,
  graceMs: GRACE_MS,
  handle: sweepOne,
  counts: { FanOutsSwept: Number },
  logs: ['warn', 'FAN_OUTS_SWEPT'],
});
