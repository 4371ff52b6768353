import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join, padded } from '#shared/db/key-parts';
import type { CountedList } from '#shared/db/lists/counted-list';
import type { Environment } from '#shared/platform/environments';

/** Partitions of lists. */
export const applicantLists = {
  applicantList: (accountId: string): string => join('APPLIST', accountId),
  applicantsOfEnvironment: (accountId: string, environment: string): string => join('APPLIST', accountId, environment),
  /** The key includes the account because a list is read before the owner of the widget is known. */
  applicantsOfWidget: (widgetId: string, accountId: string): string => join('APPWGT', widgetId, accountId),
  /** Applicants with the same `referenceId`, by time of creation. */
  applicantsOfReference: (accountId: string, referenceHash: string): string => join('APPREF', accountId, referenceHash),
  /** Applicants with a tag, by their numbers in the account. */
  applicantsOfTag: (accountId: string, tagHash: string): string => join('APPTAG', accountId, tagHash),
} as const;

/** Keys of applicants. */
export const applicantKeys = {
  applicant: (applicantId: string): Key => ({ pk: join('APP', applicantId), sk: 'APPLICANT' }),
  reference: (accountId: string, referenceHash: string, createdAt: string): Key => ({
    pk: applicantLists.applicantsOfReference(accountId, referenceHash),
    sk: join(createdAt),
  }),
  tagEntry: (accountId: string, tagHash: string, number: number): Key => ({
    pk: applicantLists.applicantsOfTag(accountId, tagHash),
    sk: padded(number),
  }),
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
      HEAD: 'number of the newest applicant of an account, and how many it has in each environment',
      'FACTS#{number}': 'status, creator, environment, time and widget of 48 applicants of an account, for filters',
      'TEXTS#{number}': 'name, registration number and reference of 16 applicants of an account, for searches',
    },
  },
  applicantsOfReference: {
    partition: () => applicantLists.applicantsOfReference('{usr}', '{hash}'),
    patterns: { '{time}': 'applicant of an account with this reference' },
  },
  applicantsOfTag: {
    partition: () => applicantLists.applicantsOfTag('{usr}', '{hash}'),
    patterns: { '{number}': 'that an applicant of an account has this tag' },
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
