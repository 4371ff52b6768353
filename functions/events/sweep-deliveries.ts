import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { queueMail } from '#shared/sources/mail-queue';
import { sendDelivery } from '#shared/webhooks/deliveries/delivery-queue';
import { sweepDeliveries } from '#shared/webhooks/deliveries/sweep';

const log = makeLogger();
const metrics = makeMetrics();

/** Brings back what got lost or was held up on the way of webhooks. Woken by a schedule, each minute. */
export const handler = (): Promise<void> =>
  sweepDeliveries({ table: serviceTable(), clock: systemClock, send: sendDelivery, sendMail: queueMail, log, metrics });
