import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of retentions. */
export const retentionKeys = {
  retention: (accountId: string): Key => ({ pk: join('RETENTION', accountId), sk: 'RETENTION' }),
} as const;

/** Partitions of lists. Operators set few retentions, and each is due once a day. */
export const retentionLists = { due: 'RETENTIONS' } as const;

/** The access patterns. */
export const RETENTION_FAMILIES = {
  retention: {
    partition: () => retentionKeys.retention('{usr}').pk,
    patterns: { RETENTION: 'how long after their end the applicants of an account are erased' },
  },
  dueRetentions: {
    index: 'gsi4',
    partition: () => retentionLists.due,
    patterns: { '{time}~{usr}': 'accounts with a retention, by when it is applied again' },
  },
} as const satisfies Families;
