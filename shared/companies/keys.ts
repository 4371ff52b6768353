import type { Key } from '#shared/db/expressions';
import type { Families } from '#shared/db/families';
import { join } from '#shared/db/key-parts';
import type { BoundedList } from '#shared/db/lists/bounded-list';

/** Keys of companies. */
export const companyKeys = {
  company: (companyId: string): Key => ({ pk: join('CMP', companyId), sk: 'COMPANY' }),
  /** @param space `live`, or the account whose sandbox it is. */
  companyNumber: (space: string, classificationId: number, digits: string): Key => ({
    pk: join('CMPNUM', space, classificationId, digits),
    sk: 'COMPANY',
  }),
  /** Separate from the company, because a function that counts reads must not be able to write the owner. */
  companyReads: (companyId: string): Key => ({ pk: join('CMPREADS', companyId), sk: 'READS' }),
  companyEntry: (accountId: string, environment: string, companyId: string): Key => ({
    pk: join('CMPLIST', accountId),
    sk: join(environment, companyId),
  }),
} as const;

/** Maximum number of companies of an account in an environment: a search reads an entry for each. */
const MAX_COMPANIES = 1_000;

/** The companies of an account, bounded for each environment. */
export const companiesOfAccount = (accountId: string): BoundedList => ({
  counts: { pk: join('CMPLIST', accountId), sk: 'COUNTS' },
  most: MAX_COMPANIES,
});

/** Partitions and sort keys of lists. */
export const companyLists = {
  companies: (accountId: string): string => join('CMPLIST', accountId),
  inEnvironment: (environment: string): string => `${environment}#`,
} as const;

/** The access patterns. */
export const COMPANY_FAMILIES = {
  company: {
    partition: () => companyKeys.company('{cmp}').pk,
    patterns: { COMPANY: 'company by id' },
  },
  companyNumber: {
    partition: () => join('CMPNUM', '{space}', '{class}', '{number}'),
    patterns: { COMPANY: 'the one company of a classification and number, in `live` or in the sandbox of an account' },
  },
  companyReads: {
    partition: () => companyKeys.companyReads('{cmp}').pk,
    patterns: { READS: 'how often other accounts have read and found a company' },
  },
  companyList: {
    partition: () => companyLists.companies('{usr}'),
    patterns: {
      '{env}#{cmp}': 'companies of an account in an environment: name, number and whether active, for searches',
      COUNTS: 'how many companies an account has in each environment',
    },
  },
} as const satisfies Families;
