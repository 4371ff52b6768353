import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { queueEffects } from '#shared/events/queue-effects';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { sendDelivery } from '#shared/webhooks/deliveries/delivery-queue';
import { planEvent } from '#shared/webhooks/deliveries/plan';

const log = makeLogger();

/** Plans the webhook deliveries of the events that a rule of the bus put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = { table: serviceTable(), clock: systemClock, send: sendDelivery, log };
  return settleMessages(
    Records,
    { read: eventOfMessage, handle: (event) => planEvent(event, effects) },
    queueEffects(),
  );
};
