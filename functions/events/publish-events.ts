import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { lostBefore } from '#shared/events/lost-events';
import { type EventFate, PUBLISH_GRACE_MS } from '#shared/events/outbox';
import { entryOfRecord, type OutboxEntry } from '#shared/events/outbox-entry';
import { publishEffects } from '#shared/events/publish-effects';
import { type PublishEffects, publishOutbox } from '#shared/events/publish-outbox';
import { settleEntries, settleOne } from '#shared/events/settle-outbox';

/** Nothing of a batch is done: there is no progress for a partial response. */
class NothingPublished extends Error {
  override readonly name = 'NothingPublished';

  constructor(count: number) {
    super(`None of ${count} events could be published`);
  }
}

/** Age of an event from which on its record is taken to be tried again, or its stream to be behind. */
const LATE_MS = 10_000;

const isOlder = ({ event }: OutboxEntry, ms: number, nowMs: number): boolean =>
  event !== undefined && nowMs - Date.parse(event.occurredAt) >= ms;

/**
 * Publishes and numbers entries. Of those that are late each is numbered first: while the table takes no numbers, nothing
 * is published again with each try. Others are marked and numbered at once, which costs one write less.
 */
const handle = async (
  entries: readonly OutboxEntry[],
  effects: PublishEffects,
): Promise<{ readonly fates: ReadonlyMap<OutboxEntry, EventFate>; readonly unnumbered: ReadonlySet<OutboxEntry> }> => {
  const isLate = entries.some((entry) => isOlder(entry, LATE_MS, effects.clock()));
  const undecided = isLate ? entries.map((entry) => ({ entry, fate: undefined })) : [];
  const tooEarly = await settleEntries([...(await lostBefore(entries, effects)), ...undecided], effects);
  const published = entries.filter((entry) => !tooEarly.has(entry));
  const outcomes = await publishOutbox(published, effects);
  const handled = published.map((entry, index) => ({ entry, fate: outcomes[index] }));
  const unnumbered = isLate ? tooEarly : await settleEntries(handled, effects);
  if (isLate) await Promise.all(handled.map((one) => settleOne(one, effects)));
  const fates = handled.flatMap(({ entry, fate }) => (fate ? [[entry, fate] as const] : []));
  return { fates: new Map(fates), unnumbered };
};

/**
 * Publishes the outbox events of a stream batch, and numbers them in the feeds of their accounts: the stream has them in
 * the order in which they were written, and nothing else has. What is not done is returned by its sequence number, and
 * the stream retries from the first of those; later events may reach the bus twice, with the same event id. An event
 * that is numbered and that the bus has refused for two minutes is left to the sweep, so that feeds never wait for the
 * bus.
 *
 * @throws NothingPublished when no event is done: then Lambda halves the batch before it retries, and a stream without
 * partial responses, such as the local cloud's, keeps it all.
 */
export const publishRecords = async (
  records: readonly DynamoDBRecord[],
  effects: PublishEffects,
): Promise<DynamoDBBatchResponse> => {
  const entries = records.map(entryOfRecord);
  const { fates, unnumbered } = await handle(entries, effects);
  const nowMs = effects.clock();
  const isDone = entries.map(
    (entry) => !unnumbered.has(entry) && (fates.has(entry) || isOlder(entry, PUBLISH_GRACE_MS, nowMs)),
  );
  if (records.length > 0 && !isDone.includes(true)) throw new NothingPublished(records.length);
  return {
    batchItemFailures: records
      .filter((_, index) => !isDone[index])
      .map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};

/** Publishes what was written to the outbox on the event bus. Triggered by the table's stream, outbox inserts only. */
export const handler = (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> =>
  publishRecords(event.Records, publishEffects());
