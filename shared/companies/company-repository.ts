import { check, type Item, put, type WriteOperation } from '#shared/db/expressions';
import { entryWrite } from '#shared/db/lists/bounded-list';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Environment } from '#shared/platform/environments';
import { isId } from '#shared/platform/ids';
import { type AccountEnvironment, callerEnvironment, type Scope } from '#shared/platform/scope';
import { type Company, fromCompanyItem, toCompanyItem } from './company.ts';
import { toCompanyEntry } from './company-entry.ts';
import { companiesOfAccount, companyKeys } from './keys.ts';

/** A company with an owner. */
export type OwnedCompany = Company & { readonly ownerId: string };

/**
 * The company of an item, if the account owns it. The owner is compared before the item is parsed, so that the duration
 * of a refusal reveals nothing about another account's company.
 */
export const ownedBy = (
  { accountId, environment }: AccountEnvironment,
  item: Item | undefined,
): OwnedCompany | undefined =>
  item?.['ownerId'] === accountId && item['environment'] === environment
    ? { ...fromCompanyItem(item), ownerId: accountId }
    : undefined;

/**
 * Finds the caller's company, strongly consistent; undefined if there is none with this id in the environment of its
 * credential.
 */
export const findOwnedCompany = async (
  table: ItemReader,
  caller: Scope,
  companyId: string,
): Promise<OwnedCompany | undefined> =>
  isId('cmp', companyId)
    ? ownedBy(callerEnvironment(caller), await table.get(companyKeys.company(companyId)))
    : undefined;

/**
 * Finds the caller's company, strongly consistent: for `load` of an endpoint about one company.
 *
 * @throws ApiError COMPANY_NOT_FOUND when it does not exist, belongs to another account, or is in the other
 * environment.
 */
export const ownedCompany = async (table: ItemReader, caller: Scope, companyId: string): Promise<OwnedCompany> => {
  const company = await findOwnedCompany(table, caller, companyId);
  if (!company) throw new ApiError('COMPANY_NOT_FOUND');
  return company;
};

/** The operation that makes a transaction refuse unless the account still owns the company. */
export const confirmCompanyOwner = (
  { accountId, environment }: AccountEnvironment,
  companyId: string,
): WriteOperation =>
  check(companyKeys.company(companyId), {
    ownerId: { equals: accountId },
    environment: { equals: environment },
  });

/** The key of a company's number. */
export const numberKeyOf = ({
  space,
  classificationId,
  digits,
}: Pick<Company, 'space' | 'classificationId' | 'digits'>) =>
  companyKeys.companyNumber(space, classificationId, digits);

/** The number of companies that an account owns in each environment. */
export const readCompanyCounts = async (
  table: ItemReader,
  accountId: string,
): Promise<Readonly<Record<Environment, number>>> => {
  const counts = await table.get(companiesOfAccount(accountId).counts);
  return { sandbox: Number(counts?.['sandbox'] ?? 0), live: Number(counts?.['live'] ?? 0) };
};

/** The writes that put a company on its owner's list; `count` refuses when that is full. */
export const listWrites = (company: OwnedCompany) => ({
  entry: put(toCompanyEntry(company)),
  count: entryWrite(companiesOfAccount(company.ownerId), company.environment),
});

/** The writes of a new company without an owner. `number` refuses when a company with this number exists. */
export const unownedCompanyWrites = (company: Company) => ({
  company: put(toCompanyItem(company)),
  number: put({ ...numberKeyOf(company), companyId: company.id }),
});

/**
 * The writes of a new company with an owner. `number` refuses when a company with this number exists, owned or not;
 * `count` when its owner has the maximum number of companies in this environment.
 */
export const addedCompanyWrites = (company: OwnedCompany) => ({
  company: put(toCompanyItem(company)),
  number: put({ ...numberKeyOf(company), companyId: company.id, ownerId: company.ownerId }),
  ...listWrites(company),
});
