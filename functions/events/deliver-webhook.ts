import { setTimeout as wait } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { systemClock } from '#shared/platform/clock';
import { once } from '#shared/platform/env';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { readVault } from '#shared/platform/vault';
import { deliver } from '#shared/webhooks/deliveries/deliver';
import type { DeliveryEffects } from '#shared/webhooks/deliveries/delivery-effects';
import { fromDeliveryMessage, sendDelivery } from '#shared/webhooks/deliveries/delivery-queue';
import { postSigned } from '#shared/webhooks/deliveries/post';
import { continueRecovery } from '#shared/webhooks/delivery-log/advance-recovery';
import { endpointRules } from '#shared/webhooks/endpoints/endpoint-rules';

const log = makeLogger();
const metrics = makeMetrics();

const stageEffects = (): DeliveryEffects => ({
  table: serviceTable(),
  clock: systemClock,
  random: Math.random,
  wait,
  vault: readVault,
  post: (post) => postSigned(post, endpointRules()),
  send: sendDelivery,
  log,
  metrics,
});

/** Attempts the webhook deliveries that the queue reports as due, and begins recoveries of them, in parallel. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = stageEffects();
  const vault = once(readVault);
  return settleMessages(
    Records,
    {
      read: fromDeliveryMessage,
      handle: async (message) => {
        if ('recoveryOf' in message) return continueRecovery(message.recoveryOf, effects);
        // Before anything is claimed: while the vault is unreachable, messages wait and no lease is used.
        await vault();
        return deliver(message.deliveryId, effects);
      },
    },
    queueEffects(),
  );
};
