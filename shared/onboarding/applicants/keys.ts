import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import type { CountedList } from '#shared/db/lists/counted-list';
import type { Environment } from '#shared/platform/environments';

/** Keys of applicants. */
export const applicantKeys = {
  applicant: (applicantId: string): Key => ({ pk: join('APP', applicantId), sk: 'APPLICANT' }),
} as const;

/** Partitions of lists. */
export const applicantLists = {
  applicantList: (accountId: string): string => join('APPLIST', accountId),
  applicantsOfEnvironment: (accountId: string, environment: string): string => join('APPLIST', accountId, environment),
  /** Named by the account as well: a list is requested before it is known whose the widget is. */
  applicantsOfWidget: (widgetId: string, accountId: string): string => join('APPWGT', widgetId, accountId),
} as const;

/** The applicants of an account, by environment. */
export const applicantsOfAccount = (accountId: string): CountedList<Environment> => ({
  partition: applicantLists.applicantList(accountId),
  index: 'gsi1',
  cells: (environment) => applicantLists.applicantsOfEnvironment(accountId, environment),
});

/** The access patterns. */
export const APPLICANT_FAMILIES = {
  applicant: {
    partition: () => applicantKeys.applicant('{app}').pk,
    patterns: { APPLICANT: 'applicant by id' },
  },
  applicantList: {
    partition: () => applicantLists.applicantList('{usr}'),
    patterns: {
      HEAD: 'number of the newest applicant of an account',
      'COUNT#{env}#{number}': 'how many applicants an account has in an environment, by blocks of numbers',
    },
  },
  applicantsOfEnvironment: {
    index: 'gsi1',
    partition: () => applicantLists.applicantsOfEnvironment('{usr}', '{env}'),
    patterns: { '{number}': 'applicants of an account in an environment, by number' },
  },
  applicantsOfWidget: {
    index: 'gsi2',
    partition: () => applicantLists.applicantsOfWidget('{wgt}', '{usr}'),
    patterns: { '{number}': "applicants of an account's widget, by dense number" },
  },
} as const satisfies Families;
