import * as v from 'valibot';
import { type Item, update } from '#shared/db/expressions';
import { newerOf, type StoredRecord } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { RegistryFacts } from '#shared/sources/ports';
import { fromCompanyItem, newCompany, registeredFacts } from './company.ts';
import { type CompanyNumber, companySpace } from './company-number.ts';
import { addedCompanyWrites, listWrites, numberKeyOf, type OwnedCompany } from './company-repository.ts';
import { companyKeys } from './keys.ts';
import { NO_READS, readReadCounts } from './read-counts.ts';

const numberSchema = v.object({ companyId: v.string(), ownerId: v.exactOptional(v.string()) });

/** The company with a number, and its owner if it has one; undefined when there is no such company. */
export type KnownNumber = v.InferOutput<typeof numberSchema> | undefined;

const fromNumberItem = (item: Item | undefined): KnownNumber => item && v.parse(numberSchema, item);

const numberKey = (place: AccountEnvironment, { classificationId, digits }: CompanyNumber) =>
  numberKeyOf({ space: companySpace(place), classificationId, digits });

/** Reads the company with a number, for an account in an environment. */
export const readKnownNumber = async (
  table: ItemReader,
  place: AccountEnvironment,
  number: CompanyNumber,
): Promise<KnownNumber> => fromNumberItem(await table.get(numberKey(place, number)));

/** A business that an account adds, as the registry has it. */
export interface FoundBusiness {
  readonly place: AccountEnvironment;
  readonly number: CompanyNumber;
  readonly facts: RegistryFacts;
}

/** The writes that give a company without an owner its first owner, with the registry's current facts. */
const claimWrites = (company: OwnedCompany, facts: ReturnType<typeof registeredFacts>) => ({
  company: update(companyKeys.company(company.id), {
    set: { ...facts, ownerId: company.ownerId, updatedAt: company.updatedAt },
    when: { pk: 'exists', ownerId: 'missing' },
  }),
  number: update(numberKeyOf(company), {
    set: { ownerId: company.ownerId },
    when: { companyId: { equals: company.id }, ownerId: 'missing' },
  }),
  ...listWrites(company),
});

/**
 * Adds a company for an account: plans the company, its read counts and the writes. They create a record, or claim an
 * existing one without an owner. `count` refuses when the account has the maximum number of companies; any other
 * refusal means that the number has changed since ({@link newerNumber}).
 *
 * @throws ApiError COMPANY_EXISTS when the number has an owner already, whoever it is.
 */
export const companyAddition = async (
  table: ItemReader,
  { place, number, facts }: FoundBusiness,
  known: KnownNumber,
  nowMs: number,
) => {
  const ownerId = place.accountId;
  refuseOwned(known, ownerId);
  const [item, reads] = known
    ? await Promise.all([table.get(companyKeys.company(known.companyId)), readReadCounts(table, known.companyId)])
    : [undefined, NO_READS];
  if (!item) {
    const company = { ...newCompany(place, number, facts, nowMs), ownerId };
    return { company, reads: NO_READS, operations: addedCompanyWrites(company) };
  }
  const registered = registeredFacts(number, facts, nowMs);
  const company = { ...fromCompanyItem(item), ...registered, ownerId, updatedAt: registered.registryReadAt };
  return { company, reads, operations: claimWrites(company, registered) };
};

/** @throws ApiError COMPANY_EXISTS for a number that has an owner, with the company if the account owns it. */
export const refuseOwned = (known: KnownNumber, accountId: string): void => {
  if (known?.ownerId === undefined) return;
  const isOwn = known.ownerId === accountId;
  throw new ApiError('COMPANY_EXISTS', isOwn ? { details: { companyId: known.companyId } } : {});
};

/**
 * The number to retry with, when only a change of the number or its company refused an addition: `newer` of `onLatest`.
 */
export const newerNumber = (place: AccountEnvironment, number: CompanyNumber) => {
  const record: StoredRecord<KnownNumber> = { key: numberKey(place, number), from: fromNumberItem };
  return (known: KnownNumber, found: readonly (Item | undefined)[]): KnownNumber => {
    const company = { key: companyKeys.company(known?.companyId ?? 'none') };
    return newerOf(record, [company])(known, found);
  };
};
