import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AsDeclared } from '#shared/http/endpoint';
import type { Effect } from '#shared/platform/effect';
import { type Consumed, type ConsumerKit, consumed, consumerKit, type GivenEffects } from './consumed.ts';
import type { Consumer, Trigger } from './consumer.ts';

/** A consumer that changes of the table trigger. */
type StreamConsumer = Consumer & { readonly trigger: Extract<Trigger, { kind: 'stream' }> };

/** Nothing of a batch is done: there is no progress for a partial response. */
class NothingDone extends Error {
  override readonly name = 'NothingDone';

  constructor(count: number) {
    super(`None of ${count} records of the stream could be handled`);
  }
}

/** What a consumer does with the records of the table's stream. */
export interface RecordWork<C extends Consumer, Fx extends readonly Effect[]> {
  /** One effect of each capability that the consumer declares in `touches.uses`: `handle` receives them by those names. */
  readonly effects?: Fx;
  /**
   * Handles a batch. Returns for each record, in order, whether it is done: handled, or set aside because it fails for good
   * (`mustSetAside`). The others are tried again.
   */
  readonly handle: (records: readonly DynamoDBRecord[], effects: GivenEffects<C, Fx>) => Promise<readonly boolean[]>;
}

/**
 * What Lambda is told of a batch of a stream. What is not done is returned by its sequence number, and the stream tries again
 * from the first of those: later records may be handled twice.
 *
 * @throws NothingDone when no record is done: then Lambda halves the batch before it tries again, and a stream without
 * partial responses, such as the local cloud's, keeps it all.
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
 * Turns the declaration of a consumer of the table's stream and its work into a Lambda handler, which tells Lambda what is
 * done ({@link settleRecords}).
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
