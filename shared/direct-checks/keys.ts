import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of the checks that accounts ask for directly. */
export const directCheckKeys = {
  directCheck: (accountId: string, environment: string, verificationReference: string): Key => ({
    pk: join('CHECK', accountId, environment),
    sk: join('CHECK', verificationReference),
  }),
} as const;

/** The access patterns. */
export const DIRECT_CHECK_FAMILIES = {
  directCheck: {
    partition: () => directCheckKeys.directCheck('{usr}', '{env}', '{reference}').pk,
    patterns: { 'CHECK#{reference}': 'direct check of an account by its reference' },
  },
} as const satisfies Families;
