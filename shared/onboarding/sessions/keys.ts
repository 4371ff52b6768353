import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import { applicantIdOf } from './applicant-id.ts';

const sessionOfApplicant = (applicantId: string): Key => ({ pk: join('WSES', applicantId), sk: 'SESSION' });

/** Keys of embed sessions: each is stored under its applicant's id, so that one trip reads both. */
export const embedSessionKeys = {
  sessionOfApplicant,
  // `join` refuses what cannot be part of a key.
  embedSession: (sessionId: string): Key => sessionOfApplicant(applicantIdOf(join(sessionId))),
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
    partition: () => embedSessionKeys.sessionOfApplicant('{app}').pk,
    patterns: { SESSION: 'embed session of an applicant; its own id leads there' },
  },
  idleSessions: {
    index: 'gsi4',
    partition: () => embedSessionLists.idle('{shard}'),
    patterns: { '{time}': 'applicants with an open session, by when they may have been without activity for 30 days' },
  },
} as const satisfies Families;
