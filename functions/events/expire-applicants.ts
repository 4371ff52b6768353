import { serviceTable } from '#shared/db/client';
import { expireApplicants } from '#shared/onboarding/expiry/expire-applicants';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Expires applicants without activity for 30 days. Triggered by a schedule, every ten minutes. */
export const handler = (): Promise<void> =>
  expireApplicants({ table: serviceTable(), clock: systemClock, log, metrics });
