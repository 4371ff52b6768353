import { serviceTable } from '#shared/db/client';
import { renewWatches } from '#shared/monitoring/watches/renew-watches';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Charges the months of watched vendors that are due. Triggered by a schedule, every ten minutes. */
export const handler = (): Promise<void> => renewWatches({ table: serviceTable(), clock: systemClock, log, metrics });
