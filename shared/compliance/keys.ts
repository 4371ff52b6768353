import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of compliance obligations. */
export const obligationKeys = {
  obligation: (accountId: string, environment: string, obligationId: string): Key => ({
    pk: join('OBL', accountId, environment),
    sk: join(obligationId),
  }),
  /** The calendar of an account's obligations for a company. */
  obligationCalendar: (accountId: string, environment: string, companyId: string): Key => ({
    pk: join('OBLIGATIONS', accountId, environment),
    sk: join(companyId),
  }),
} as const;

/** Number of partitions that list the reminders. */
export const REMINDER_SHARDS = 8;

/** Partitions of lists. */
export const obligationLists = {
  obligations: (accountId: string, environment: string): string => join('OBL', accountId, environment),
  calendars: (accountId: string, environment: string): string => join('OBLIGATIONS', accountId, environment),
  reminders: (shard: number | string): string => join('REMINDERS', shard),
} as const;

/** The access patterns. */
export const OBLIGATION_FAMILIES = {
  obligation: {
    partition: () => obligationLists.obligations('{usr}', '{env}'),
    patterns: { '{obl}': 'compliance obligations of an account in an environment; one of them' },
  },
  obligationCalendar: {
    partition: () => obligationLists.calendars('{usr}', '{env}'),
    patterns: {
      '{cmp}': 'obligations of an account in an environment, by company: due date, category and whether active of each',
    },
  },
  dueReminders: {
    index: 'gsi4',
    partition: () => obligationLists.reminders('{shard}'),
    patterns: { '{time}~{obl}': 'obligations by their next reminder' },
  },
} as const satisfies Families;
