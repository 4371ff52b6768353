import * as v from 'valibot';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { MAX_DELAY_SECONDS, sendToQueue } from '#shared/platform/sqs';

/**
 * Triggers a worker for a delivery at a time, or as soon as possible when that has passed; half a second before or
 * after it, which the worker waits for.
 */
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

/** How much before its time a message may become visible, and how much after it: delays are whole seconds. */
export const DELAY_ROUNDING_MS = 500;

/** A delay as the queue accepts it: the nearest whole seconds, the lower ones in case of a tie. */
export const delaySecondsOf = (delayMs: number): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((delayMs - DELAY_ROUNDING_MS) / 1000)));

/**
 * {@link SendDelivery} on the queue `DELIVERY_QUEUE_URL`. Registrations are its groups, so that one with many
 * deliveries does not make the others wait.
 */
export const sendDelivery: SendDelivery = ({ deliveryId, registrationId, delayMs }) =>
  sendToQueue(env('DELIVERY_QUEUE_URL'), {
    body: JSON.stringify({ deliveryId }),
    groupId: registrationId,
    delaySeconds: delaySecondsOf(delayMs),
  });

/** The effect of the capability `deliveries`. */
export const deliveries = effect('deliveries', sendDelivery);
