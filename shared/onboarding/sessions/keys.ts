import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of embed sessions. */
export const embedSessionKeys = {
  embedSession: (sessionId: string): Key => ({ pk: join('WSES', sessionId), sk: 'SESSION' }),
} as const;

/** The access patterns. */
export const EMBED_SESSION_FAMILIES = {
  embedSession: {
    partition: () => embedSessionKeys.embedSession('{wses}').pk,
    patterns: { SESSION: 'embed session by id' },
  },
} as const satisfies Families;
