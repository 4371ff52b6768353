import { remove, update } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { exitWrite } from '#shared/db/lists/bounded-list';
import type { ItemReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { isId } from '#shared/platform/ids';
import { type Company, fromCompanyItem, STATED_ATTRIBUTES } from './company.ts';
import { listWrites, numberKeyOf, type OwnedCompany } from './company-repository.ts';
import { companiesOfAccount, companyKeys } from './keys.ts';

/** The record of a company, whoever owns it: for work without a caller. */
export const companyRecord = (companyId: string): StoredRecord<Company> => ({
  key: companyKeys.company(companyId),
  from: fromCompanyItem,
});

/** A company, whoever owns it; undefined when there is none of this id. For work without a caller. */
export const findCompany = async (table: ItemReader, companyId: string): Promise<Company | undefined> => {
  if (!isId('cmp', companyId)) return undefined;
  const item = await table.get(companyKeys.company(companyId));
  return item && fromCompanyItem(item);
};

/** What goes with the owner: what it stated, and what its own documents and visits showed. */
const OF_OWNER = [
  ...STATED_ATTRIBUTES,
  'cacCertificateVerified',
  'cacCertificateKey',
  'utilityBillVerified',
  'addressVerified',
] as const;

/** The writes that take a company off its owner's list. */
const unlistedWrites = ({ id, environment, ownerId }: OwnedCompany) => ({
  formerEntry: remove(companyKeys.companyEntry(ownerId, environment, id)),
  formerCount: exitWrite(companiesOfAccount(ownerId), environment),
});

/**
 * The writes that take a company from its owner: its record stays under its id, for who watches it and for who claims it
 * next, with what the registry and the tax authority say. `company` refuses when it has got another owner since it was read.
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
 * The writes that give a company another owner, who has it on its list from then on. What the previous one stated of it, and
 * what its documents and visits showed, go: they were another account's. `count` is refused while the new owner has as many companies as it may
 * have; the rest when the company has got another owner since it was read.
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
