import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of the daily checks of vendors. */
export const vendorCheckKeys = {
  snapshot: (vendorId: string): Key => ({ pk: join('VENDORCHECK', vendorId), sk: 'SNAPSHOT' }),
} as const;

/**
 * Number of partitions that list the vendors to check: for a hundred thousand vendors, each run checks some hundred.
 */
export const CHECK_SHARDS = 8;

/** Partitions of lists. */
export const vendorCheckLists = {
  due: (shard: number | string): string => join('VENDORCHECKS', shard),
} as const;

/** The access patterns. */
export const VENDOR_CHECK_FAMILIES = {
  vendorCheck: {
    partition: () => vendorCheckKeys.snapshot('{cmp}').pk,
    patterns: { SNAPSHOT: 'what the last daily check of a vendor found' },
  },
  dueVendorChecks: {
    index: 'gsi4',
    partition: () => vendorCheckLists.due('{shard}'),
    patterns: { '{time}~{cmp}': 'watched vendors by the time at which their check is due' },
  },
} as const satisfies Families;
