import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { publish } from '#shared/events/bus';
import type { ServiceEvent } from '#shared/events/outbox';
import { eventOfRecord } from '#shared/events/outbox-record';
import { env } from '#shared/platform/env';
import { type PutEntries, putEntries } from '#shared/platform/event-bridge';
import { errorFields, type Logger, makeLogger } from '#shared/platform/logger';
import { type Metrics, makeMetrics } from '#shared/platform/metrics';

/** The effects of publishing. */
export interface PublishEffects {
  readonly busName: string;
  readonly putEntries: PutEntries;
  readonly log: Logger;
  readonly metrics: Metrics;
}

const sequenceOf = (record: DynamoDBRecord): string => record.dynamodb?.SequenceNumber ?? '';

const readEvent = (record: DynamoDBRecord, log: Logger): ServiceEvent | undefined => {
  try {
    return eventOfRecord(record);
  } catch (error) {
    log.error('MESSAGE_FAILED', { messageId: sequenceOf(record), ...errorFields(error) });
    return undefined;
  }
};

/**
 * Puts the outbox events of a stream batch on the event bus. Whatever did not get there is answered by its sequence
 * number, and the stream comes back from the first of those on; events behind it may reach the bus twice, with the same
 * event id.
 */
export const publishEvents = async (
  records: readonly DynamoDBRecord[],
  { log, metrics, ...bus }: PublishEffects,
): Promise<DynamoDBBatchResponse> => {
  const read = records.map((record) => ({ record, event: readEvent(record, log) }));
  const readable = read.flatMap(({ record, event }) => (event ? [{ record, event }] : []));
  const accepted = await publish(
    readable.map(({ event }) => event),
    { ...bus, log },
  );
  const published = new Set(readable.filter((_, index) => accepted[index]).map(({ record }) => record));
  if (published.size > 0) {
    log.info('EVENTS_PUBLISHED', { count: published.size });
    metrics('EventsPublished', published.size);
  }
  if (published.size < readable.length) log.warn('EVENTS_REJECTED', { count: readable.length - published.size });
  return {
    batchItemFailures: records
      .filter((record) => !published.has(record))
      .map((record) => ({ itemIdentifier: sequenceOf(record) })),
  };
};

const log = makeLogger();
const metrics = makeMetrics();

/** Carries what was written to the outbox on to the event bus. Woken by the table's stream, outbox inserts only. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  publishEvents(event.Records, { busName: env('BUS_NAME'), putEntries, log, metrics });
