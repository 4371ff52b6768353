import { consume } from '#shared/consumers/consume';
import { eventOfMessage } from '#shared/events/bus-message';
import { deliveries } from '#shared/webhooks/deliveries/delivery-queue';
import { planEvent } from '#shared/webhooks/deliveries/plan';
import { planDeliveryConsumer } from './plan-delivery.consumer.ts';

/** Plans the webhook deliveries of the events that a rule of the bus put on its queue. */
export const handler = consume(planDeliveryConsumer, {
  effects: [deliveries],
  read: eventOfMessage,
  handle: (event, { deliveries: send, ...effects }) => planEvent(event, { ...effects, send }),
});
