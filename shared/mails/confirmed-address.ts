import { readEmailOf } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import type { TableReader } from '#shared/db/operations';
import { normaliseEmail } from '#shared/platform/email-address';
import { mailKeys } from './keys.ts';

/**
 * Whether an address has confirmed that an account may mail it: the account's own by its sign-up, any other by a mailed
 * link.
 */
export const isConfirmedBy = async (
  table: Pick<TableReader, 'get'>,
  accountId: string,
  address: string,
  ownAddress: Promise<string | undefined> = readEmailOf(table as TableReader, { accountId }),
): Promise<boolean> => {
  const [own, item] = await Promise.all([
    ownAddress,
    table.get(mailKeys.followerAddress(accountId, emailKey(address))),
  ]);
  return own === normaliseEmail(address) || item?.['confirmedAt'] !== undefined;
};
