import { consume } from '#shared/consumers/consume';
import { eventOfMessage } from '#shared/events/bus-message';
import { planEvent } from '#shared/webhooks/deliveries/plan';
import { deliveries } from '#shared/webhooks/deliveries/records/delivery-queue';
import { planDeliveryConsumer } from './plan-delivery.consumer.ts';

/** Plans the webhook deliveries of the events that a rule of the bus put on its queue. */
export const handler = consume(planDeliveryConsumer, {
  effects: [deliveries],
  read: eventOfMessage,
  handle: (event, { deliveries: send, ...effects }) => planEvent(event, { ...effects, send }),
});
