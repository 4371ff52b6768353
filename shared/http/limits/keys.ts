import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/** Keys of rate limits. */
export const limitKeys = {
  rateLimit: (surface: string, caller: string, window: number): Key => ({
    pk: join('LIMIT', surface, caller),
    sk: join('WINDOW', padded(window)),
  }),
} as const;

/** The access patterns. */
export const LIMIT_FAMILIES = {
  rateLimit: {
    partition: () => limitKeys.rateLimit('{surface}', '{caller}', 0).pk,
    patterns: { 'WINDOW#{number}': 'rate-limit counter of a surface and caller in a window' },
  },
} as const satisfies Families;
