import { remove, update } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { exitWrite } from '#shared/db/lists/bounded-list';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { type Company, fromCompanyItem, STATED_ATTRIBUTES } from './company.ts';
import { listWrites, numberKeyOf, type OwnedCompany } from './company-repository.ts';
import { companiesOfAccount, companyKeys } from './keys.ts';

/** The record of a company with any owner, for work without a caller. */
export const companyRecord = (companyId: string): StoredRecord<Company> => ({
  key: companyKeys.company(companyId),
  from: fromCompanyItem,
});

/** Finds a company with any owner, for work without a caller; undefined when there is none with this id. */
export const findCompany = async (table: ItemReader, companyId: string): Promise<Company | undefined> => {
  if (!isId('cmp', companyId)) return undefined;
  const item = await table.get(companyKeys.company(companyId));
  return item && fromCompanyItem(item);
};

/** The attributes that belong to the owner: its statements, and the results of its own documents and visits. */
const OF_OWNER = [
  ...STATED_ATTRIBUTES,
  'cacCertificateVerified',
  'cacCertificateKey',
  'utilityBillVerified',
  'addressVerified',
] as const;

/** The writes that remove a company from its owner's list. */
const unlistedWrites = ({ id, environment, ownerId }: OwnedCompany) => ({
  formerEntry: remove(companyKeys.companyEntry(ownerId, environment, id)),
  formerCount: exitWrite(companiesOfAccount(ownerId), environment),
});

/**
 * The writes that release a company from its owner. Its record stays under its id, for accounts that watch it or claim
 * it next, with the facts of the registry and the tax authority. `company` refuses when the owner has changed since it
 * was read.
 */
export const releaseWrites = (company: OwnedCompany, nowMs: number) => {
  const isOwned = { ownerId: { equals: company.ownerId } } as const;
  return {
    company: update(companyKeys.company(company.id), {
      set: { updatedAt: isoTime(nowMs) },
      remove: [...OF_OWNER, 'ownerId'],
      when: isOwned,
    }),
    number: update(numberKeyOf(company), { remove: ['ownerId'], when: isOwned }),
    ...unlistedWrites(company),
  };
};

/**
 * The writes that give a company to another owner, on whose list it then is. The previous owner's statements, and the
 * results of its documents and visits, are removed because they were another account's. `count` refuses when the new
 * owner has the maximum number of companies; the others when the owner has changed since it was read.
 */
export const transferWrites = (company: OwnedCompany, newOwnerId: string, nowMs: number) => {
  const isOwned = { ownerId: { equals: company.ownerId } } as const;
  const updatedAt = isoTime(nowMs);
  return {
    company: update(companyKeys.company(company.id), {
      set: { ownerId: newOwnerId, updatedAt },
      remove: OF_OWNER,
      when: isOwned,
    }),
    number: update(numberKeyOf(company), { set: { ownerId: newOwnerId }, when: isOwned }),
    ...unlistedWrites(company),
    ...listWrites({ ...company, ownerId: newOwnerId, updatedAt }),
  };
};
