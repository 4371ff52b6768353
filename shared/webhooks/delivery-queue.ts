import * as v from 'valibot';
import { env } from '#shared/platform/env';
import { MAX_DELAY_SECONDS, sendToQueue } from '#shared/platform/sqs';

/** Wakes a worker for a delivery at a time, or as soon as possible when that has passed. */
export type SendDelivery = (delivery: {
  readonly deliveryId: string;
  readonly registrationId: string;
  /** From now, in milliseconds. */
  readonly delayMs: number;
}) => Promise<void>;

const messageSchema = v.pipe(v.string(), v.parseJson(), v.object({ deliveryId: v.string() }));

/**
 * The id in a message of the delivery queue.
 *
 * @throws ValiError when it holds none.
 */
export const deliveryIdOfMessage = (body: string): string => v.parse(messageSchema, body).deliveryId;

/**
 * {@link SendDelivery} on the queue `DELIVERY_QUEUE_URL`. Registrations are its groups, so that one with a long line
 * does not make the others wait. Delays are rounded up to whole seconds: a message that came early would find nothing to do.
 */
export const sendDelivery: SendDelivery = ({ deliveryId, registrationId, delayMs }) =>
  sendToQueue(env('DELIVERY_QUEUE_URL'), {
    body: JSON.stringify({ deliveryId }),
    groupId: registrationId,
    delaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delayMs / 1000))),
  });
