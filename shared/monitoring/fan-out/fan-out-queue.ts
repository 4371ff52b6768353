import * as v from 'valibot';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { environmentSchema } from '#shared/platform/environments';
import { sendToQueue } from '#shared/platform/sqs';
import { tracedBody } from '#shared/platform/trace';
import { wholeNumber } from '#shared/platform/whole-number';

const fanOutSchema = v.object({
  vendorId: v.string(),
  /** The number of the point of its history that its watchers are told of. */
  number: wholeNumber,
  /** The part of its watchers that is continued; missing for the beginning. */
  part: v.optional(
    v.object({
      shard: wholeNumber,
      /** Where it continues: the position that the last page returned. Missing for its first page. */
      after: v.optional(v.record(v.string(), v.unknown())),
      /** The watchers before that. */
      seen: wholeNumber,
    }),
  ),
  /** The one watcher that is notified: it could not be when its page was. */
  watcher: v.optional(v.object({ accountId: v.string(), environment: environmentSchema })),
});

/** A step of a fan-out: the content of a message of its queue. Says what to look at, never what to do. */
export type FanOut = v.InferOutput<typeof fanOutSchema>;

const messageSchema = v.pipe(v.string(), v.parseJson(), fanOutSchema);

/**
 * The content of a message.
 *
 * @throws ValiError when it is none.
 */
export const fanOutOfMessage = (body: string): FanOut => v.parse(messageSchema, body);

/** Has a worker take a step of a fan-out, after whole seconds; at once when undefined. */
export type SendFanOut = (fanOut: FanOut, delaySeconds?: number) => Promise<void>;

/** {@link SendFanOut} on the queue `FAN_OUT_QUEUE_URL`. Vendors are its groups: one with many watchers delays no other. */
const sendFanOut: SendFanOut = (fanOut, delaySeconds) =>
  sendToQueue(env('FAN_OUT_QUEUE_URL'), {
    body: tracedBody(fanOut),
    groupId: fanOut.vendorId,
    ...(delaySeconds !== undefined && { delaySeconds }),
  });

/** The effect of the capability `fanOuts`. */
export const fanOuts = effect('fanOuts', sendFanOut);
