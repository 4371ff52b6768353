import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { type LogRecordsEffects, logRecords } from '#shared/webhooks/delivery-log/log-records';

/** Nothing of a batch was logged: there is no progress for a partial response. */
class NothingLogged extends Error {
  override readonly name = 'NothingLogged';

  constructor(count: number) {
    super(`None of ${count} changes of deliveries could be logged`);
  }
}

/**
 * Brings the lists of deliveries up to a stream batch. What was not logged is returned by its sequence number, and the
 * stream retries from the first of those: logged again, a change is the same.
 *
 * @throws NothingLogged when no change was logged: then Lambda halves the batch before it retries, and a stream without
 * partial responses, such as the local cloud's, keeps it all.
 */
export const logBatch = async (
  records: readonly DynamoDBRecord[],
  effects: LogRecordsEffects,
): Promise<DynamoDBBatchResponse> => {
  const done = await logRecords(records, effects);
  if (records.length > 0 && !done.includes(true)) throw new NothingLogged(records.length);
  return {
    batchItemFailures: records
      .filter((_, index) => !done[index])
      .map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};

/** Keeps the lists of deliveries. Triggered by the table's stream, inserts and changes of deliveries only. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  logBatch(event.Records, {
    table: serviceTable(),
    clock: systemClock,
    log: makeLogger(),
    metrics: makeMetrics(),
  });
