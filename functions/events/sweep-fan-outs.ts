import { serviceTable } from '#shared/db/client';
import { sendFanOut } from '#shared/monitoring/alerts/fan-out-queue';
import { sweepFanOuts } from '#shared/monitoring/alerts/sweep-fan-outs';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Starts fan-outs that are overdue. Triggered by a schedule, each minute. */
export const handler = (): Promise<void> =>
  sweepFanOuts({ table: serviceTable(), clock: systemClock, send: sendFanOut, log, metrics });
