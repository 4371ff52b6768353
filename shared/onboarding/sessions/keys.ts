import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of embed sessions. */
export const embedSessionKeys = {
  embedSession: (sessionId: string): Key => ({ pk: join('WSES', sessionId), sk: 'SESSION' }),
} as const;

/** Number of partitions that list idle checks. */
export const IDLE_SHARDS = 4;

/** Partitions of lists. */
export const embedSessionLists = {
  idle: (shard: number | string): string => join('WSESIDLE', shard),
} as const;

/** The access patterns. */
export const EMBED_SESSION_FAMILIES = {
  embedSession: {
    partition: () => embedSessionKeys.embedSession('{wses}').pk,
    patterns: { SESSION: 'embed session by id' },
  },
  idleSessions: {
    index: 'gsi4',
    partition: () => embedSessionLists.idle('{shard}'),
    patterns: { '{time}': 'applicants with an open session, by when they may have been without activity for 30 days' },
  },
} as const satisfies Families;
