import type { SQSBatchResponse, SQSRecord } from 'aws-lambda';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { HiddenMessage } from '#shared/platform/sqs';
import { traced, traceOfMessage } from '#shared/platform/trace';
import { retryPauseSeconds, STUCK_RECEIVES } from './message-retry.ts';
import { NotYet } from './not-yet.ts';

/** How a consumer handles a message. */
export interface MessageHandler<Content> {
  /** Parses a body. Throws for an invalid one, which no retry would change. */
  readonly read: (body: string) => Content;
  /** Processes the message. A failure is retried later, and so is a message that throws {@link NotYet}. */
  readonly handle: (content: Content) => Promise<unknown>;
}

/** The effects of settling messages. */
export interface QueueEffects {
  /** Hides messages for a while. */
  readonly hide: (messages: readonly HiddenMessage[]) => Promise<void>;
  /** Sends a message to the dead letters at once. */
  readonly setAside: (body: string) => Promise<void>;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const receivesOf = ({ attributes }: SQSRecord): number => Number(attributes?.ApproximateReceiveCount ?? 1);

/** The queue's name, from `arn:aws:sqs:<region>:<account>:<name>`. */
const queueOf = ({ eventSourceARN }: SQSRecord): string => eventSourceARN?.split(':').at(-1) ?? 'unknown';

/** Reports a message that fails repeatedly. Call it before handling the message, which may kill its worker. */
const watch = (record: SQSRecord, { log, metrics }: QueueEffects): void => {
  const count = receivesOf(record);
  if (count < STUCK_RECEIVES) return;
  log.warn('MESSAGE_STUCK', { messageId: record.messageId, count });
  metrics('MessagesStuck', 1, { queue: queueOf(record) });
};

const setAside = async ({ messageId, body }: SQSRecord, why: unknown, effects: QueueEffects): Promise<boolean> => {
  try {
    await effects.setAside(body);
    effects.log.error('MESSAGE_SET_ASIDE', { messageId, ...errorFields(why) });
    return true;
  } catch (error) {
    effects.log.error('MESSAGE_FAILED', { messageId, ...errorFields(error) });
    return false;
  }
};

/** Whether a message can be acknowledged. */
const settle = async <Content>(
  record: SQSRecord,
  { read, handle }: MessageHandler<Content>,
  effects: QueueEffects,
): Promise<boolean> => {
  watch(record, effects);
  let content: Content;
  try {
    content = read(record.body);
  } catch (error) {
    return setAside(record, error, effects);
  }
  try {
    await handle(content);
    return true;
  } catch (error) {
    if (error instanceof NotYet)
      effects.log.info('MESSAGE_POSTPONED', { messageId: record.messageId, reason: error.name });
    else effects.log.error('MESSAGE_FAILED', { messageId: record.messageId, ...errorFields(error) });
    return false;
  }
};

/**
 * Hides failed messages for a pause. Otherwise a failed message returns when its visibility ends, which takes as long
 * as its worker may run.
 */
const hide = async (failed: readonly SQSRecord[], effects: QueueEffects): Promise<void> => {
  const messages = failed.map((record) => ({
    receiptHandle: record.receiptHandle,
    seconds: retryPauseSeconds(receivesOf(record), effects.random()),
  }));
  try {
    if (messages.length > 0) await effects.hide(messages);
  } catch (error) {
    effects.log.warn('MESSAGES_NOT_HIDDEN', { count: messages.length, ...errorFields(error) });
  }
};

/**
 * Handles the messages of a queue batch in parallel and returns which failed. Only those are retried: soon at first,
 * then with growing pauses. Every log line of a message contains its ids, and those of the request that it follows
 * from. A failure is logged by name and place and never affects the others. A message that cannot be parsed goes to the
 * dead letters at once.
 */
export const settleMessages = async <Content>(
  records: readonly SQSRecord[],
  handler: MessageHandler<Content>,
  effects: QueueEffects,
): Promise<SQSBatchResponse> => {
  const done = await Promise.all(
    records.map((record) => traced(traceOfMessage(record.body), () => settle(record, handler, effects))),
  );
  const failed = records.filter((_, index) => !done[index]);
  await hide(failed, effects);
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
};
