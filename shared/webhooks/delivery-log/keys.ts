import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of the log of deliveries. */
export const deliveryLogKeys = {
  entry: (deliveryId: string): Key => ({ pk: join('WHDENTRY', deliveryId), sk: 'ENTRY' }),
  recovery: (registrationId: string): Key => ({ pk: join('WHKRECOVERY', registrationId), sk: 'RECOVERY' }),
} as const;

/** Partitions of the log of deliveries. */
export const deliveryLogLists = {
  /** The counts of a registration's log, the newest of which is its head. In the index by time, its entries. */
  log: (registrationId: string): string => join('WHDLOG', registrationId),
  /** The entries of one event and status, by number. */
  cell: (registrationId: string, event: string, status: string): string =>
    join('WHDLOG', registrationId, event, status),
} as const;

/** The access patterns. */
export const DELIVERY_LOG_FAMILIES = {
  deliveryLog: {
    partition: () => deliveryLogLists.log('{whk}'),
    patterns: {
      HEAD: 'newest number, and how many of the first 128 deliveries of a registration there are by event, status and block',
      'COUNT#{number}': 'the same of every further 128',
    },
  },
  loggedDelivery: {
    partition: () => deliveryLogKeys.entry('{whd}').pk,
    patterns: { ENTRY: 'a delivery as the log of its registration shows it' },
  },
  recovery: {
    partition: () => deliveryLogKeys.recovery('{whk}').pk,
    patterns: { RECOVERY: 'recovery of the deliveries of a registration that runs' },
  },
  deliveriesByStatus: {
    index: 'gsi1',
    partition: () => deliveryLogLists.cell('{whk}', '{event}', '{status}'),
    patterns: { '{number}': 'deliveries of a registration, by event and status' },
  },
  deliveriesByTime: {
    index: 'gsi2',
    partition: () => deliveryLogLists.log('{whk}'),
    patterns: { '{time}~{number}': 'deliveries of a registration, by time' },
  },
} as const satisfies Families;
