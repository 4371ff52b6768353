import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/**
 * Number of partitions that hold the events that are not published yet. An event is written into one, and removed
 * again.
 */
export const UNPUBLISHED_SHARDS = 8;

const feed = (accountId: string, environment: string): string => join('FEED', accountId, environment);

/** Keys of the outbox and of the event feed. */
export const eventKeys = {
  outboxEvent: (accountId: string, eventId: string): Key => ({
    pk: join('OUTBOX', accountId),
    sk: join('EVENT', eventId),
  }),
  feedPage: (accountId: string, environment: string, page: number): Key => ({
    pk: feed(accountId, environment),
    sk: padded(page),
  }),
} as const;

/** Partitions of lists. */
export const eventLists = {
  unpublishedEvents: (shard: number | string): string => join('UNPUBLISHED', shard),
  feed,
} as const;

/** The access patterns. */
export const EVENT_FAMILIES = {
  outbox: {
    partition: () => eventKeys.outboxEvent('{usr}', '{sev}').pk,
    patterns: { 'EVENT#{sev}': 'event of an account by id' },
  },
  feed: {
    partition: () => feed('{usr}', '{environment}'),
    patterns: { '{page}': 'ids of the events of an account and environment, in the order of their dense numbers' },
  },
  unpublishedEvents: {
    index: 'gsi4',
    partition: () => eventLists.unpublishedEvents('{shard}'),
    patterns: { '{time}~{sev}': 'events that are not published yet, by the time they are overdue' },
  },
} as const satisfies Families;
