import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';

/** Partitions of the log of deliveries. */
export const deliveryLogLists = {
  /** The pages of a registration's log, and their counts. */
  log: (registrationId: string): string => join('WHDLOG', registrationId),
} as const;

/** Keys of the log of deliveries. */
export const deliveryLogKeys = {
  logPage: (registrationId: string, startsAt: string): Key => ({
    pk: deliveryLogLists.log(registrationId),
    sk: join('PAGE', startsAt),
  }),
  logCounts: (registrationId: string, chapter: number): Key => ({
    pk: deliveryLogLists.log(registrationId),
    sk: join('COUNT', padded(chapter)),
  }),
  recovery: (registrationId: string): Key => ({ pk: join('WHKRECOVERY', registrationId), sk: 'RECOVERY' }),
} as const;

/** The sort keys of the pages that start between two times, both included. `~` sorts after every time. */
export const pagesBetween = (from: string, to: string): readonly [string, string] => [
  join('PAGE', from),
  join('PAGE', to),
];

/** The access patterns. */
export const DELIVERY_LOG_FAMILIES = {
  deliveryLog: {
    partition: () => deliveryLogLists.log('{whk}'),
    patterns: {
      'PAGE#{time}': 'ten deliveries of a registration, by the time from which they were planned',
      'COUNT#{number}': 'how many deliveries 40 full pages have of each event and status',
    },
  },
  recovery: {
    partition: () => deliveryLogKeys.recovery('{whk}').pk,
    patterns: { RECOVERY: 'recovery of the deliveries of a registration that runs' },
  },
} as const satisfies Families;
