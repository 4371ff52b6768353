import * as v from 'valibot';
import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { environmentSchema } from '#shared/platform/environments';
import { sendToQueue } from '#shared/platform/sqs';
import { tracedBody } from '#shared/platform/trace';
import { wholeNumber } from '#shared/platform/whole-number';

const fanOutSchema = v.object({
  vendorId: v.string(),
  /** The number of the point of the vendor's history that its watchers are notified of. */
  number: wholeNumber,
  /** The part of the watchers to continue; absent for the beginning. */
  part: v.optional(
    v.object({
      shard: wholeNumber,
      /** The position that the last page returned; absent for the first page. */
      after: v.optional(v.record(v.string(), v.unknown())),
      /** The number of watchers before that position. */
      seen: wholeNumber,
    }),
  ),
  /** A single watcher to notify, which failed with its page. */
  watcher: v.optional(v.object({ accountId: v.string(), environment: environmentSchema })),
});

/**
 * One step of a fan-out, as the body of a queue message. It only identifies what to read: what to do follows from the
 * table.
 */
export type FanOut = v.InferOutput<typeof fanOutSchema>;

const messageSchema = v.pipe(v.string(), v.parseJson(), fanOutSchema);

/**
 * Parses the body of a message.
 *
 * @throws ValiError when it is invalid.
 */
export const fanOutOfMessage = (body: string): FanOut => v.parse(messageSchema, body);

/** Queues a step of a fan-out, with a delay in whole seconds or none. */
export type SendFanOut = (fanOut: FanOut, delaySeconds?: number) => Promise<void>;

/**
 * {@link SendFanOut} on the queue `FAN_OUT_QUEUE_URL`. Each vendor is a message group, so that one with many watchers
 * delays no other.
 */
const sendFanOut: SendFanOut = (fanOut, delaySeconds) =>
  sendToQueue(env('FAN_OUT_QUEUE_URL'), {
    body: tracedBody(fanOut),
    groupId: fanOut.vendorId,
    ...(delaySeconds !== undefined && { delaySeconds }),
  });

/** The effect of the capability `fanOuts`. */
export const fanOuts = effect('fanOuts', sendFanOut);
