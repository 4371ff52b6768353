import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AsDeclared } from '#shared/http/endpoint';
import type { Effect } from '#shared/platform/effect';
import { type Consumed, type ConsumerKit, consumed, consumerKit, type GivenEffects } from './consumed.ts';
import type { Consumer, Trigger } from './consumer.ts';

/** A consumer that changes of the table trigger. */
type StreamConsumer = Consumer & { readonly trigger: Extract<Trigger, { kind: 'stream' }> };

/** No record of a batch is done, so there is no progress for a partial response to report. */
class NothingDone extends Error {
  override readonly name = 'NothingDone';

  constructor(count: number) {
    super(`None of ${count} records of the stream could be handled`);
  }
}

/** What a consumer does with the records of the table's stream. */
export interface RecordWork<C extends Consumer, Fx extends readonly Effect[]> {
  /** One effect for each capability in the consumer's `touches.uses`. `handle` receives them by those names. */
  readonly effects?: Fx;
  /**
   * Handles a batch. Returns for each record, in order, whether it is done: handled, or set aside because it can never
   * succeed (`mustSetAside`). The others are tried again.
   */
  readonly handle: (records: readonly DynamoDBRecord[], effects: GivenEffects<C, Fx>) => Promise<readonly boolean[]>;
}

/**
 * The partial response for a batch of the stream. It names every record that is not done by its sequence number. The
 * stream tries again from the first of those, so later records may be handled twice.
 *
 * @throws NothingDone when no record is done: Lambda then halves the batch before it tries again, and a stream without
 * partial responses, such as the local cloud's, keeps the whole batch.
 */
export const settleRecords = (
  records: readonly DynamoDBRecord[],
  isDone: readonly boolean[],
): DynamoDBBatchResponse => {
  if (records.length > 0 && !isDone.includes(true)) throw new NothingDone(records.length);
  return {
    batchItemFailures: records
      .filter((_, index) => !isDone[index])
      .map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};

/**
 * Turns the declaration of a stream consumer and its work into a Lambda handler, which reports what is done ({@link
 * settleRecords}).
 */
export const consumeStream = <C extends StreamConsumer, const Fx extends readonly Effect[] = readonly []>(
  consumer: C,
  work: RecordWork<C, Fx> & AsDeclared<C, Fx>,
): Consumed<DynamoDBStreamEvent, DynamoDBBatchResponse, Fx, ConsumerKit> => {
  const { effects, handle } = work;
  return consumed(consumer, effects, consumerKit, async ({ Records }: DynamoDBStreamEvent, given) =>
    settleRecords(Records, await handle(Records, given)),
  );
};
