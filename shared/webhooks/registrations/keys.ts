import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import type { BoundedList } from '#shared/db/lists/bounded-list';

/** Partitions and sort keys of lists. */
export const registrationLists = {
  registrations: (accountId: string): string => join('REG', accountId),
  liveRegistrations: 'LIVE#',
  slots: (accountId: string, environment: string, serviceType: string): string =>
    join('WHKSLOT', accountId, environment, serviceType),
} as const;

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
  registrationSlot: (accountId: string, environment: string, serviceType: string, appId: string): Key => ({
    pk: registrationLists.slots(accountId, environment, serviceType),
    sk: join('APP', appId),
  }),
} as const;

/**
 * Maximum number of live registrations of an account in an environment: all service types of 250 widgets. They are listed
 * in one response, which the longest endpoints of both environments must not make larger than Lambda's 6 MB.
 */
export const MAX_REGISTRATIONS = 1_000;

/** The live registrations of an account, bounded for each environment. */
export const registrationsOfAccount = (accountId: string): BoundedList => ({
  counts: { pk: join('REG', accountId), sk: 'COUNTS' },
  most: MAX_REGISTRATIONS,
});

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
    partition: () => registrationLists.slots('{usr}', '{env}', '{type}'),
    patterns: { 'APP#{wgt}': 'the one registration of an app, environment and service type; those of every app' },
  },
} as const satisfies Families;
