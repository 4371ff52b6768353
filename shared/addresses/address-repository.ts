import * as v from 'valibot';
import { isKeyPart } from '#shared/db/key-parts';
import type { ItemReader, TableReader } from '#shared/db/operations';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type AddressVerification, fromAddressItem } from './address-verification.ts';
import { addressKeys, addressLists } from './keys.ts';

/**
 * A verification by its reference, for parties that act for no account. Strongly consistent.
 *
 * @param reference from outside: any text.
 */
export const findAddressVerification = async (
  table: ItemReader,
  reference: string,
): Promise<AddressVerification | undefined> => {
  const item = isId('addr', reference) ? await table.get(addressKeys.verification(reference)) : undefined;
  return item && fromAddressItem(item);
};

/**
 * A verification of an account in an environment. Compared before it is parsed: the duration of a refusal reveals
 * nothing of another account's.
 *
 * @param reference from outside: any text.
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
 * The latest verification that an account submitted for a company: two trips, however many there are.
 *
 * @param companyId from outside: any text.
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
