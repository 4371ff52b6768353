import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { entryOfRecord } from '#shared/events/outbox-entry';
import { publishEffects } from '#shared/events/publish-effects';
import { type PublishEffects, publishOutbox } from '#shared/events/publish-outbox';

/** Nothing of a batch was published: there is no progress for a partial response. */
class NothingPublished extends Error {
  override readonly name = 'NothingPublished';

  constructor(count: number) {
    super(`None of ${count} events could be published`);
  }
}

/**
 * Publishes the outbox events of a stream batch. What was not published is returned by its sequence number, and the
 * stream retries from the first of those; later events may reach the bus twice, with the same event id.
 *
 * @throws NothingPublished when no event was published: then Lambda halves the batch before it retries, and a stream
 * without partial responses, such as the local cloud's, keeps it all.
 */
export const publishRecords = async (
  records: readonly DynamoDBRecord[],
  effects: PublishEffects,
): Promise<DynamoDBBatchResponse> => {
  const done = await publishOutbox(records.map(entryOfRecord), effects);
  if (records.length > 0 && !done.includes(true)) throw new NothingPublished(records.length);
  return {
    batchItemFailures: records
      .filter((_, index) => !done[index])
      .map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};

/** Publishes what was written to the outbox on the event bus. Triggered by the table's stream, outbox inserts only. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  publishRecords(event.Records, publishEffects());
