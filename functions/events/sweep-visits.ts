import { sweepVisits } from '#shared/addresses/sweep-visits';
import { sendVisit } from '#shared/addresses/visit-queue';
import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Wakes workers for visits whose next step is overdue. Triggered by a schedule, each minute. */
export const handler = (): Promise<void> =>
  sweepVisits({ table: serviceTable(), clock: systemClock, send: sendVisit, log, metrics });
