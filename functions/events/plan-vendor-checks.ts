import { serviceTable } from '#shared/db/client';
import { sendCheck } from '#shared/monitoring/checks/check-queue';
import { planChecks } from '#shared/monitoring/checks/plan-checks';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Hands out the checks of watched vendors that are due. Triggered by a schedule, every five minutes. */
export const handler = (): Promise<void> =>
  planChecks({ table: serviceTable(), clock: systemClock, send: sendCheck, log, metrics });
