import type { DynamoDBRecord } from 'aws-lambda';
import { errorFields } from '#shared/platform/logger';
import { lostBefore } from './lost-events.ts';
import { type EventFate, PUBLISH_GRACE_MS, placedWrite } from './outbox.ts';
import { entryOfRecord, type OutboxEntry } from './outbox-entry.ts';
import { type PublishEffects, publishOutbox } from './publish-outbox.ts';
import { settleEntries, settleOne } from './settle-outbox.ts';

/** Age of an event above which its record is considered a retry, or its stream late. */
const LATE_MS = 10_000;

const isOlder = ({ event }: OutboxEntry, ms: number, nowMs: number): boolean =>
  event !== undefined && nowMs - Date.parse(event.occurredAt) >= ms;

/**
 * Publishes and numbers entries. Late ones are numbered first: while the table takes no numbers, they are not published
 * again with each try. Others are marked and numbered at once, which saves a write.
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

/** Has a sweep publish an event. Returns false when that fails, so that it must be tried again. */
const leaveToSweep = async ({ key, event }: OutboxEntry, { table, log }: PublishEffects): Promise<boolean> => {
  if (!key || !event) return false;
  try {
    await table.write(placedWrite(key, event, Date.parse(event.occurredAt) + PUBLISH_GRACE_MS));
    return true;
  } catch (error) {
    log.warn('ITEM_NOT_MOVED', { messageId: `${key.pk}/${key.sk}`, ...errorFields(error) });
    return false;
  }
};

/**
 * Publishes the outbox events of a stream batch, and numbers them in the feeds of their accounts. Only the stream has
 * them in the order in which they were written. An event that is numbered, and that the bus has refused for two
 * minutes, is left to the sweep, so that feeds never wait for the bus. An event that is retried may reach the bus
 * twice, with the same event id.
 *
 * @returns for each record, in order, whether it is done. The others must be tried again.
 */
export const publishRecords = async (
  records: readonly DynamoDBRecord[],
  effects: PublishEffects,
): Promise<readonly boolean[]> => {
  const entries = records.map(entryOfRecord);
  const { fates, unnumbered } = await handle(entries, effects);
  const nowMs = effects.clock();
  return Promise.all(
    entries.map(async (entry) => {
      if (unnumbered.has(entry)) return false;
      return fates.has(entry) || (isOlder(entry, PUBLISH_GRACE_MS, nowMs) && leaveToSweep(entry, effects));
    }),
  );
};
