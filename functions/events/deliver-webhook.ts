import { setTimeout as wait } from 'node:timers/promises';
import { consume } from '#shared/consumers/consume';
import { vault } from '#shared/platform/vault';
import { signedPosts } from '#shared/webhooks/deliveries/attempts/post';
import { deliver } from '#shared/webhooks/deliveries/deliver';
import { deliveries, fromDeliveryMessage } from '#shared/webhooks/deliveries/records/delivery-queue';
import { continueRecovery } from '#shared/webhooks/delivery-log/advance-recovery';
import { deliverWebhookConsumer } from './deliver-webhook.consumer.ts';

/**
 * Attempts the webhook deliveries that are due according to the queue, and begins recoveries of deliveries, in
 * parallel.
 */
export const handler = consume(deliverWebhookConsumer, {
  effects: [vault, deliveries, signedPosts],
  read: fromDeliveryMessage,
  handle: async (message, { deliveries: send, endpoints: post, ...effects }) => {
    if ('recoveryOf' in message) return continueRecovery(message.recoveryOf, { ...effects, send });
    // Read before anything is claimed: while the vault is unreachable, messages wait and no lease is used.
    await effects.vault();
    return deliver(message.deliveryId, { ...effects, send, post, wait });
  },
});
