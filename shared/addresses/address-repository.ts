import * as v from 'valibot';
import { isKeyPart } from '#shared/db/key-parts';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type AddressVerification, fromAddressItem } from './address-verification.ts';
import { addressKeys, addressLists } from './keys.ts';

/**
 * Finds a verification by its reference, for work without an account. Strongly consistent.
 *
 * @param reference any text.
 */
export const findAddressVerification = async (
  table: ItemReader,
  reference: string,
): Promise<AddressVerification | undefined> => {
  const item = isId('addr', reference) ? await table.get(addressKeys.verification(reference)) : undefined;
  return item && fromAddressItem(item);
};

/**
 * Finds a verification of an account in an environment. The owner is compared before the item is parsed, so that the
 * duration of a refusal reveals nothing about another account's verification.
 *
 * @param reference any text.
 */
export const findOwnAddressVerification = async (
  table: ItemReader,
  { accountId, environment }: AccountEnvironment,
  reference: string,
): Promise<AddressVerification | undefined> => {
  const item = isId('addr', reference) ? await table.get(addressKeys.verification(reference)) : undefined;
  return item?.['accountId'] === accountId && item['environment'] === environment ? fromAddressItem(item) : undefined;
};

const entrySchema = v.object({ reference: v.string() });

/**
 * Finds the latest verification that an account submitted for a company, in two trips, however many there are.
 *
 * @param companyId any text.
 */
export const findLatestOfCompany = async (
  table: TableReader,
  { accountId, environment }: AccountEnvironment,
  companyId: string,
): Promise<AddressVerification | undefined> => {
  if (!isKeyPart(companyId)) return undefined;
  const { items } = await table.query({
    partition: addressLists.ofCompany(accountId, environment, companyId),
    startsWith: addressLists.references,
    descending: true,
    limit: 1,
  });
  const [latest] = items;
  return latest && findAddressVerification(table, v.parse(entrySchema, latest).reference);
};
