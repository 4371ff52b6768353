import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { type QueueEffects, settleMessages } from '#shared/events/batch';
import type { AsDeclared } from '#shared/http/endpoint';
import type { Effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import { hideMessages, sendToQueue } from '#shared/platform/sqs';
import { type Consumed, type ConsumerKit, consumed, consumerKit, type GivenEffects } from './consumed.ts';
import type { Consumer, Trigger } from './consumer.ts';

/** A consumer that a queue triggers. */
type QueueConsumer = Consumer & { readonly trigger: Extract<Trigger, { kind: 'queue' }> };

/** The kit of queue consumers. */
export type QueueKit = ConsumerKit & Pick<QueueEffects, 'hide' | 'setAside'>;

/** The kit of a deployed function, on the queue that triggers it. */
const queueKit: QueueKit = {
  ...consumerKit,
  hide: (messages) => hideMessages(env('QUEUE_URL'), messages),
  setAside: (body) => sendToQueue(env('DEAD_LETTER_QUEUE_URL'), { body }),
};

/** What a consumer does with the messages of its queue. */
export interface MessageWork<C extends Consumer, Content, Fx extends readonly Effect[]> {
  /** One effect for each capability in the consumer's `touches.uses`. `handle` receives them by those names. */
  readonly effects?: Fx;
  /** Parses a body. Throws for an invalid one, which becomes a dead letter at once because no retry would change it. */
  readonly read: (body: string) => Content;
  /** Handles one message, in parallel with the others of its batch. What fails, or throws `NotYet`, is tried again. */
  readonly handle: (content: Content, effects: GivenEffects<C, Fx>) => Promise<unknown>;
}

/**
 * Turns the declaration of a queue consumer and its work into a Lambda handler. Each message of a batch is settled by
 * itself ({@link settleMessages}): a failed one is hidden for a growing pause, counted, logged and tried again, and
 * affects no other.
 */
export const consume = <C extends QueueConsumer, Content, const Fx extends readonly Effect[] = readonly []>(
  consumer: C,
  work: MessageWork<C, Content, Fx> & AsDeclared<C, Fx>,
): Consumed<SQSEvent, SQSBatchResponse, Fx, QueueKit> => {
  const { effects, read, handle } = work;
  return consumed(consumer, effects, queueKit, ({ Records }: SQSEvent, given, kit) =>
    settleMessages(Records, { read, handle: (content: Content) => handle(content, given) }, kit),
  );
};
