import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { queueMail } from '#shared/sources/mail-queue';
import { sendDelivery } from '#shared/webhooks/deliveries/delivery-queue';
import { sweepDeliveries } from '#shared/webhooks/deliveries/sweep';
import { advanceRecovery } from '#shared/webhooks/delivery-log/advance-recovery';

const log = makeLogger();
const metrics = makeMetrics();

/** Continues what was lost or delayed on the delivery path. Triggered by a schedule, each minute. */
export const handler = (): Promise<void> => {
  const effects = { table: serviceTable(), clock: systemClock, send: sendDelivery, log };
  return sweepDeliveries({
    ...effects,
    sendMail: queueMail,
    metrics,
    advanceRecovery: (overdue) => advanceRecovery(overdue, effects),
  });
};
