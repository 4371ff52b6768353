import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import type { BoundedList } from '#shared/db/lists/bounded-list';

/** Keys of watches. */
export const watchKeys = {
  watch: (accountId: string, environment: string, vendorId: string): Key => ({
    pk: join('WATCHES', accountId, environment),
    sk: join('WATCH', vendorId),
  }),
} as const;

/** Number of partitions over which the watchers of one vendor are spread, by account. */
export const WATCHER_SHARDS = 16;

/** Number of partitions over which the renewals of all watches are spread, by account. */
export const RENEWAL_SHARDS = 16;

/** Maximum number of vendors that an account can watch in an environment: a filtered list reads a record for each. */
const MAX_WATCHES = 1_000;

/** The watches of an account, bounded for each environment. */
export const watchesOfAccount = (accountId: string): BoundedList => ({
  counts: { pk: join('WATCHCOUNTS', accountId), sk: 'COUNTS' },
  most: MAX_WATCHES,
});

/** Partitions and sort keys of lists. */
export const watchLists = {
  watches: (accountId: string, environment: string): string => join('WATCHES', accountId, environment),
  entries: 'WATCH#',
  watchers: (vendorId: string, shard: number): string => join('WATCHERS', vendorId, shard),
  renewals: (shard: number): string => join('RENEWALS', shard),
} as const;

/** The access patterns. */
export const WATCH_FAMILIES = {
  watch: {
    partition: () => watchLists.watches('{usr}', '{env}'),
    patterns: { 'WATCH#{cmp}': 'vendors that an account watches in an environment; one of them' },
  },
  watchCounts: {
    partition: () => watchesOfAccount('{usr}').counts.pk,
    patterns: { COUNTS: 'how many vendors an account watches in each environment' },
  },
  watchers: {
    index: 'gsi1',
    partition: () => join('WATCHERS', '{cmp}', '{shard}'),
    patterns: { '{usr}': 'accounts with an active watch of a vendor' },
  },
  watchRenewals: {
    index: 'gsi4',
    partition: () => join('RENEWALS', '{shard}'),
    patterns: { '{time}~{usr}~{cmp}': 'watches whose next month is due' },
  },
} as const satisfies Families;
