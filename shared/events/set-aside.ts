import type { DynamoDBRecord } from 'aws-lambda';
import { env } from '#shared/platform/env';
import { errorFields, type Logger } from '#shared/platform/logger';
import { MAX_MESSAGE_BYTES, sendToQueue } from '#shared/platform/sqs';
import { subjectOf } from '#shared/platform/subject-ids';
import { requestIdIn } from '#shared/platform/trace';
import type { OutboxEntry } from './outbox-entry.ts';

/**
 * Why an event cannot be published: this code cannot parse it, the bus does not accept it, or the table does not accept
 * it in its feed.
 */
export type SetAsideReason = 'unreadable' | 'invalid_entry' | 'not_numbered';

/** Puts an entry that cannot be published on a queue for an operator, which keeps it whole. */
export type SetAside = (entry: OutboxEntry, reason: SetAsideReason) => Promise<void>;

/** A record without the written content: an item of DynamoDB may be larger than a message. */
const keysOnly = ({ dynamodb, ...record }: DynamoDBRecord): DynamoDBRecord => ({
  ...record,
  dynamodb: { Keys: dynamodb?.Keys, SequenceNumber: dynamodb?.SequenceNumber } as DynamoDBRecord['dynamodb'],
});

/**
 * The message about an entry that was set aside. Its `Records` form an event of the publisher, so that it can be
 * invoked with the unchanged body. For a record that is larger than a message they hold only the keys; the rest is in
 * the table.
 */
export const setAsideMessage = (entry: OutboxEntry, reason: SetAsideReason): string => {
  const bodyOf = (record: DynamoDBRecord) => JSON.stringify({ reason, Records: [record] });
  const record = entry.record();
  const body = bodyOf(record);
  return Buffer.byteLength(body) <= MAX_MESSAGE_BYTES ? body : bodyOf(keysOnly(record));
};

/** {@link SetAside} on the queue `UNPUBLISHABLE_QUEUE_URL`. */
export const setAside: SetAside = (entry, reason) =>
  sendToQueue(env('UNPUBLISHABLE_QUEUE_URL'), { body: setAsideMessage(entry, reason) });

/** Sets an entry aside and reports it. Returns false when that fails, so that it must be tried again. */
export const trySetAside = async (
  entry: OutboxEntry,
  reason: SetAsideReason,
  effects: { readonly setAside: SetAside; readonly log: Logger },
): Promise<boolean> => {
  const { key, event } = entry;
  const about = event ? { ...subjectOf(event), ...requestIdIn(event), eventType: event.type } : {};
  const fields = { ...about, messageId: key?.sk ?? 'no key', reason };
  try {
    await effects.setAside(entry, reason);
    effects.log.error('EVENT_SET_ASIDE', fields);
    return true;
  } catch (error) {
    effects.log.error('MESSAGE_FAILED', { ...fields, ...errorFields(error) });
    return false;
  }
};
