import * as v from 'valibot';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { MAX_DELAY_SECONDS, sendToQueue } from '#shared/platform/sqs';
import { tracedBody } from '#shared/platform/trace';

/**
 * Triggers a worker for a delivery at a time, or as soon as possible if that has passed. The worker may start up to
 * half a second early, in which case it waits, or late.
 */
export type SendDelivery = (delivery: {
  readonly deliveryId: string;
  readonly registrationId: string;
  /** From now, in milliseconds. */
  readonly delayMs: number;
}) => Promise<void>;

/** Triggers the next step of the recovery of a registration's deliveries, as soon as possible. */
export type SendRecovery = (registrationId: string) => Promise<void>;

const messageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([v.object({ deliveryId: v.string() }), v.object({ recoveryOf: v.string() })]),
);

/**
 * The content of a message: an attempt of a delivery, or the next step of the recovery of a registration's deliveries.
 */
export type DeliveryMessage = v.InferOutput<typeof messageSchema>;

/**
 * Parses a message of the delivery queue.
 *
 * @throws ValiError when it is neither.
 */
export const fromDeliveryMessage = (body: string): DeliveryMessage => v.parse(messageSchema, body);

/** How much earlier or later than its time a message may become visible, because delays are whole seconds. */
export const DELAY_ROUNDING_MS = 500;

/** A delay as the queue accepts it: rounded to whole seconds, ties downwards. */
export const delaySecondsOf = (delayMs: number): number =>
  Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil((delayMs - DELAY_ROUNDING_MS) / 1000)));

/**
 * {@link SendDelivery} on the queue `DELIVERY_QUEUE_URL`. Registrations are its groups, so that one with many
 * deliveries does not make others wait.
 */
export const sendDelivery: SendDelivery = ({ deliveryId, registrationId, delayMs }) =>
  sendToQueue(env('DELIVERY_QUEUE_URL'), {
    body: JSON.stringify({ deliveryId }),
    groupId: registrationId,
    delaySeconds: delaySecondsOf(delayMs),
  });

/** {@link SendRecovery} on the same queue, in the group of the registration. */
const sendRecovery: SendRecovery = (registrationId) =>
  sendToQueue(env('DELIVERY_QUEUE_URL'), {
    body: tracedBody({ recoveryOf: registrationId }),
    groupId: registrationId,
  });

/** The effect of the capability `deliveries`. */
export const deliveries = effect('deliveries', sendDelivery);

/** The effect of the capability `deliveries` for recoveries. */
export const recoveries = effect('deliveries', sendRecovery);
