import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of the removals of files. */
export const fileKeys = {
  removal: (removalId: string): Key => ({ pk: join('FILEREMOVAL', removalId), sk: 'REMOVAL' }),
} as const;

/** Number of partitions that list the removals. */
export const REMOVAL_SHARDS = 4;

/** Partitions of lists. */
export const fileLists = {
  dueRemovals: (shard: number | string): string => join('FILEREMOVALS', shard),
} as const;

/** The access patterns. */
export const FILE_FAMILIES = {
  fileRemoval: {
    partition: () => fileKeys.removal('{removal}').pk,
    patterns: { REMOVAL: 'scheduled removal of files by its id' },
  },
  dueFileRemovals: {
    index: 'gsi4',
    partition: () => fileLists.dueRemovals('{shard}'),
    patterns: { '{time}~{removal}': 'removals of files, by when they are due' },
  },
} as const satisfies Families;
