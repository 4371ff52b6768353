import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';
import { shardOf } from '#shared/db/shard';

/** Number of partitions of the outbox. The key of an event depends on it, so it changes only with a migration. */
export const OUTBOX_SHARDS = 16;

/** Number of partitions that list the events that the table's stream has not published in time. */
export const UNPUBLISHED_SHARDS = 8;

const outbox = (shard: number | string): string => join('OUTBOX', shard);

const feed = (accountId: string, environment: string): string => join('FEED', accountId, environment);

/** Keys of the outbox and of the event feed. */
export const eventKeys = {
  /** The events of an account are in one partition, by the time at which their ids were made. */
  outboxEvent: (accountId: string, eventId: string): Key => ({
    pk: outbox(shardOf(join(accountId), OUTBOX_SHARDS)),
    sk: join('EVENT', eventId),
  }),
  outboxSearch: (search: string): Key => ({ pk: join('OUTBOXSEARCH', search), sk: 'SEARCH' }),
  feedPage: (accountId: string, environment: string, page: number): Key => ({
    pk: feed(accountId, environment),
    sk: padded(page),
  }),
} as const;

/** Partitions of lists. */
export const eventLists = {
  outbox,
  unpublishedEvents: (shard: number | string): string => join('UNPUBLISHED', shard),
  feed,
} as const;

/** The access patterns. */
export const EVENT_FAMILIES = {
  outbox: {
    partition: () => outbox('{shard}'),
    patterns: { 'EVENT#{sev}': 'event of an account by id; all events by the time of their ids' },
  },
  outboxSearch: {
    partition: () => eventKeys.outboxSearch('{search}').pk,
    patterns: { SEARCH: 'how far the outbox has been searched for events that nobody has published' },
  },
  feed: {
    partition: () => feed('{usr}', '{environment}'),
    patterns: { '{page}': 'ids of the events of an account and environment, in the order of their dense numbers' },
  },
  unpublishedEvents: {
    index: 'gsi4',
    partition: () => eventLists.unpublishedEvents('{shard}'),
    patterns: { '{time}~{sev}': 'events that the stream has not published in time, by when a sweep looks at them' },
  },
} as const satisfies Families;
