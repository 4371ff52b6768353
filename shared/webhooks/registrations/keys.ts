import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import type { BoundedList } from '#shared/db/lists/bounded-list';

/** Keys of webhook registrations. */
export const registrationKeys = {
  registration: (accountId: string, registrationId: string): Key => ({
    pk: join('REG', accountId),
    sk: join('LIVE', registrationId),
  }),
  deletedRegistration: (accountId: string, registrationId: string): Key => ({
    pk: join('REG', accountId),
    sk: join('DELETED', registrationId),
  }),
  registrationSlot: (appId: string, environment: string, serviceType: string): Key => ({
    pk: join('WHKSLOT', appId, environment, serviceType),
    sk: 'SLOT',
  }),
} as const;

/**
 * Maximum number of live registrations of an account in an environment. All of an account's are read for each event.
 */
const MAX_REGISTRATIONS = 100;

/** The live registrations of an account, bounded for each environment. */
export const registrationsOfAccount = (accountId: string): BoundedList => ({
  counts: { pk: join('REG', accountId), sk: 'COUNTS' },
  most: MAX_REGISTRATIONS,
});

/** Partitions and sort keys of lists. */
export const registrationLists = {
  registrations: (accountId: string): string => join('REG', accountId),
  liveRegistrations: 'LIVE#',
} as const;

/** The access patterns. */
export const REGISTRATION_FAMILIES = {
  registrations: {
    partition: () => registrationLists.registrations('{usr}'),
    patterns: {
      'LIVE#{whk}': 'registrations of an account; one registration',
      COUNTS: 'how many registrations an account has in each environment',
      'DELETED#{whk}': 'deleted registrations of an account',
    },
  },
  registrationSlot: {
    partition: () => registrationKeys.registrationSlot('{wgt}', '{env}', '{type}').pk,
    patterns: { SLOT: 'the one registration of an app, environment and service type' },
  },
} as const satisfies Families;
