import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of applicants. */
export const applicantKeys = {
  applicant: (applicantId: string): Key => ({ pk: join('APP', applicantId), sk: 'APPLICANT' }),
} as const;

/** Partitions of lists. */
export const applicantLists = {
  applicantsOfAccount: (accountId: string): string => join('APPLIST', accountId),
  /** Named by the account as well: a list is asked for before anybody knows whose the widget is. */
  applicantsOfWidget: (widgetId: string, accountId: string): string => join('APPWGT', widgetId, accountId),
} as const;

/** The access patterns. */
export const APPLICANT_FAMILIES = {
  applicant: {
    partition: () => applicantKeys.applicant('{app}').pk,
    patterns: { APPLICANT: 'applicant by id' },
  },
  applicantsOfAccount: {
    index: 'gsi1',
    partition: () => applicantLists.applicantsOfAccount('{usr}'),
    patterns: { '{number}': 'applicants of an account, by dense number' },
  },
  applicantsOfWidget: {
    index: 'gsi2',
    partition: () => applicantLists.applicantsOfWidget('{wgt}', '{usr}'),
    patterns: { '{number}': "applicants of an account's widget, by dense number" },
  },
} as const satisfies Families;
