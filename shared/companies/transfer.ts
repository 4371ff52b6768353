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

/**
 * The writes that give a company another owner, who has it on its list from then on. What the previous one stated of it, and
 * its certificate, go: they were another account's. `count` is refused while the new owner has as many companies as it may
 * have; the rest when the company has got another owner since it was read.
 */
export const transferWrites = (company: OwnedCompany, newOwnerId: string, nowMs: number) => {
  const { id, environment, ownerId } = company;
  const isOwned = { ownerId: { equals: ownerId } } as const;
  return {
    company: update(companyKeys.company(id), {
      set: { ownerId: newOwnerId, cacCertificateVerified: false, updatedAt: isoTime(nowMs) },
      remove: [...STATED_ATTRIBUTES, 'cacCertificateKey'],
      when: isOwned,
    }),
    number: update(numberKeyOf(company), { set: { ownerId: newOwnerId }, when: isOwned }),
    formerEntry: remove(companyKeys.companyEntry(ownerId, environment, id)),
    formerCount: exitWrite(companiesOfAccount(ownerId), environment),
    ...listWrites({ ...company, ownerId: newOwnerId }),
  };
};
