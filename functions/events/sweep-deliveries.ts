import { runOnSchedule } from '#shared/consumers/run-on-schedule';
import { mails } from '#shared/mails/queue/mail-queue';
import { deliveries } from '#shared/webhooks/deliveries/records/delivery-queue';
import { sweepDeliveries } from '#shared/webhooks/deliveries/sweep';
import { advanceRecovery } from '#shared/webhooks/delivery-log/advance-recovery';
import { sweepDeliveriesConsumer } from './sweep-deliveries.consumer.ts';

/** Continues what was lost or delayed on the delivery path. */
export const handler = runOnSchedule(sweepDeliveriesConsumer, {
  effects: [deliveries, mails],
  run: ({ deliveries: send, mails: sendMail, ...effects }) =>
    sweepDeliveries({
      ...effects,
      send,
      sendMail,
      advanceRecovery: (overdue) => advanceRecovery(overdue, { ...effects, send }),
    }),
});
