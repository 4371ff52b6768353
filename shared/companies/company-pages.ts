import { readBounded } from '#shared/db/lists/bounded-list';
import { type ListPage, sliceOf } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { callerEnvironment, type Scope } from '#shared/platform/scope';
import { comparable, isPartOf, plainNumber } from '#shared/platform/text-search';
import { type CompanyEntry, fromCompanyEntry } from './company-entry.ts';
import { findOwnedCompany, type OwnedCompany } from './company-repository.ts';
import { companiesOfAccount, companyLists } from './keys.ts';
import { type ReadCounts, readReadCounts } from './read-counts.ts';

/** The filter of a list of companies. */
export interface CompanyFilter {
  /** Part of the name or the number. */
  readonly search?: string | undefined;
  readonly active?: boolean | undefined;
}

/** Whether an entry passes a filter. */
export const matchesFilter =
  ({ search = '', active }: CompanyFilter) =>
  (entry: Pick<CompanyEntry, 'companyName' | 'rcNumber' | 'active'>): boolean => {
    if (active !== undefined && entry.active !== active) return false;
    const name = comparable(search);
    if (name === '') return true;
    const number = plainNumber(search);
    return isPartOf(search, entry.companyName) || (number !== '' && entry.rcNumber.includes(number));
  };

/**
 * The sort position of an entry: by the time at which the owner got the company, not that of its record; by id within a
 * millisecond.
 */
const order = ({ addedAt, companyId }: CompanyEntry): string => `${addedAt}${companyId}`;

/** The entries of the caller's companies, newest first. A search needs nothing else, whatever other accounts have. */
export const listCompanyEntries = async (
  table: Pick<TableReader, 'queryAll'>,
  caller: Scope,
): Promise<readonly CompanyEntry[]> => {
  const { accountId, environment } = callerEnvironment(caller);
  const range = { partition: companyLists.companies(accountId), startsWith: companyLists.inEnvironment(environment) };
  const items = await readBounded(table, range, {
    most: companiesOfAccount(accountId).most,
    why: 'the write that adds a company refuses beyond it',
  });
  return items.map(fromCompanyEntry).sort((one, other) => (order(one) < order(other) ? 1 : -1));
};

/**
 * The companies of a page of entries, with their read counts. A company that has got another owner since the entries
 * were read is left out.
 */
export const companiesOnPage = async (
  table: ItemReader,
  caller: Scope,
  entries: readonly CompanyEntry[],
  page: ListPage,
): Promise<readonly { readonly company: OwnedCompany; readonly reads: ReadCounts }[]> => {
  const shown = sliceOf(entries, page).map(({ companyId }) =>
    Promise.all([findOwnedCompany(table, caller, companyId), readReadCounts(table, companyId)]),
  );
  return (await Promise.all(shown)).flatMap(([company, reads]) => (company ? [{ company, reads }] : []));
};
