import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { sendDelivery } from '#shared/webhooks/delivery-queue';
import { sweepDeliveries } from '#shared/webhooks/sweep';

const log = makeLogger();
const metrics = makeMetrics();

/** Sends due deliveries that nobody took back to the queue. Woken by a schedule, each minute. */
export const handler = (): Promise<void> =>
  sweepDeliveries({ table: serviceTable(), clock: systemClock, send: sendDelivery, log, metrics });
