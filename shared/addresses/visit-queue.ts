import * as v from 'valibot';
import { eventOfMessage } from '#shared/events/bus-message';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { MAX_DELAY_SECONDS, sendToQueue } from '#shared/platform/sqs';
import { tracedBody } from '#shared/platform/trace';

/** Wakes a worker for a verification at a given time, or at once if that has passed. */
export type SendVisit = (visit: {
  readonly reference: string;
  /** From now, in milliseconds. */
  readonly delayMs: number;
}) => Promise<void>;

const ownMessageSchema = v.pipe(v.string(), v.parseJson(), v.object({ addressVerification: v.string() }));

const submittedSchema = v.object({ verificationReference: v.string() });

/**
 * The reference in a message of the queue of visits. The message is one of ours, or the event of a submitted address,
 * which a rule of the bus put there.
 *
 * @throws ValiError when it contains none.
 */
export const referenceOfMessage = (body: string): string => {
  const own = v.safeParse(ownMessageSchema, body);
  if (own.success) return own.output.addressVerification;
  return v.parse(submittedSchema, eventOfMessage(body).data).verificationReference;
};

/**
 * {@link SendVisit} on the queue `VISIT_QUEUE_URL`. If the time is further away than a message can wait, the worker is
 * woken early and sends the next message.
 */
const sendVisit: SendVisit = ({ reference, delayMs }) =>
  sendToQueue(env('VISIT_QUEUE_URL'), {
    body: tracedBody({ addressVerification: reference }),
    delaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delayMs / 1000))),
  });

/** The effect of the capability `visits`. */
export const visits = effect('visits', sendVisit);
