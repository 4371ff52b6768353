import * as v from 'valibot';
import { eventOfMessage } from '#shared/events/bus-message';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { MAX_DELAY_SECONDS, sendToQueue } from '#shared/platform/sqs';
import { tracedBody } from '#shared/platform/trace';

const wakeSchema = v.object({ accountId: v.string(), environment: v.picklist(ENVIRONMENTS) });

/** The wallet to look after, as the body of a queue message. What to do follows from what is stored. */
export type TopUpWake = v.InferOutput<typeof wakeSchema>;

const ownMessageSchema = v.pipe(v.string(), v.parseJson(), wakeSchema);

const dueSchema = v.object({ ...wakeSchema.entries, type: v.literal('wallet.top_up.due') });

/**
 * Parses the body of a message: one that a worker sent, or the event of a debit, from the bus.
 *
 * @throws ValiError when it is neither.
 */
export const wakeOfMessage = (body: string): TopUpWake => {
  const own = v.safeParse(ownMessageSchema, body);
  if (own.success) return own.output;
  const { accountId, environment } = v.parse(dueSchema, eventOfMessage(body));
  return { accountId, environment };
};

/** Wakes a worker for a wallet again, after whole seconds; at most {@link MAX_DELAY_SECONDS}. */
export type WakeLater = (wake: TopUpWake, delaySeconds: number) => Promise<void>;

/** {@link WakeLater} on the queue `CHARGE_QUEUE_URL`. Each account is a message group. */
const sendWake: WakeLater = (wake, delaySeconds) =>
  sendToQueue(env('CHARGE_QUEUE_URL'), {
    body: tracedBody(wake),
    groupId: wake.accountId,
    delaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(0, Math.ceil(delaySeconds))),
  });

/** The effect of the capability `charges`. */
export const charges = effect('charges', sendWake);
