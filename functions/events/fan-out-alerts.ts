import { consume } from '#shared/consumers/consume';
import { takeFanOutStep } from '#shared/monitoring/fan-out/fan-out';
import { fanOutOfMessage, fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { fanOutAlertsConsumer } from './fan-out-alerts.consumer.ts';

/** Notifies the watchers of vendors of changed scores. */
export const handler = consume(fanOutAlertsConsumer, {
  effects: [fanOuts],
  read: fanOutOfMessage,
  handle: (step, { fanOuts: send, ...effects }) => takeFanOutStep(step, { ...effects, send }),
});
