import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';

/** Keys of an account's checks: those that it requests directly, and those of its applicants. */
export const directCheckKeys = {
  directCheck: (accountId: string, environment: string, verificationReference: string): Key => ({
    pk: join('CHECK', accountId, environment),
    sk: join('CHECK', verificationReference),
  }),
} as const;

/** Partitions of lists. */
export const directCheckLists = {
  checksOfCompany: (accountId: string, environment: string, companyId: string): string =>
    join('CHECKSOF', accountId, environment, companyId),
  /** Checks of every kind, including visits to addresses. */
  verificationsOfAccount: (accountId: string, environment: string): string =>
    join('VERIFICATIONS', accountId, environment),
} as const;

/** Index attributes that list a check or a visit under its account, by the time of the request. */
export const listedVerification = ({
  accountId,
  environment,
  createdAt,
  reference,
}: Readonly<Record<'accountId' | 'environment' | 'createdAt' | 'reference', string>>) => ({
  gsi3pk: directCheckLists.verificationsOfAccount(accountId, environment),
  gsi3sk: `${createdAt}~${reference}`,
});

/** The access patterns. */
export const DIRECT_CHECK_FAMILIES = {
  directCheck: {
    partition: () => directCheckKeys.directCheck('{usr}', '{env}', '{reference}').pk,
    patterns: { 'CHECK#{reference}': 'check of an account, direct or of an applicant, by its reference' },
  },
  checksOfCompany: {
    index: 'gsi1',
    partition: () => directCheckLists.checksOfCompany('{usr}', '{env}', '{cmp}'),
    patterns: { '{time}~{reference}': 'direct checks that an account had made of a company, by time' },
  },
  verificationsOfAccount: {
    index: 'gsi3',
    partition: () => directCheckLists.verificationsOfAccount('{usr}', '{env}'),
    patterns: { '{time}~{reference}': 'checks and visits that an account had made, by time' },
  },
} as const satisfies Families;
