import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

const partitionOf = (accountId: string): string => join('EXPORTS', accountId);

/** Keys of exports. Each includes the owner, so that no other account finds it. */
export const exportKeys = {
  export: (accountId: string, exportId: string): Key => ({ pk: partitionOf(accountId), sk: join('EXPORT', exportId) }),
  running: (accountId: string): Key => ({ pk: partitionOf(accountId), sk: 'RUNNING' }),
} as const;

/** The access patterns. */
export const EXPORT_FAMILIES = {
  applicantExports: {
    partition: () => partitionOf('{usr}'),
    patterns: {
      'EXPORT#{exp}': 'exports of applicants by id, for a day',
      RUNNING: 'the export of an account that is being written: one at a time',
    },
  },
} as const satisfies Families;
