import { put, update, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { type AccountAccess, fromAccountAccessItem } from '#shared/http/caller/account-access';
import { callerKeys } from '#shared/http/caller/keys';
import { authKeys } from './keys.ts';

/** The generation of sessions that a new account begins with. */
export const FIRST_GENERATION = 0;

/** Reads what an account may do, as it is now; undefined when nobody verified it. */
export const readAccess = async (table: TableReader, accountId: string): Promise<AccountAccess | undefined> =>
  fromAccountAccessItem(await table.get(callerKeys.accountAccess(accountId)));

/** The write that lets a verified account in, as a member. */
export const grantAccess = (accountId: string): WriteOperation => {
  const access: AccountAccess = { accountId, role: 'member', sessionsValidFrom: FIRST_GENERATION };
  return put({ ...callerKeys.accountAccess(accountId), ...access });
};

/**
 * The writes that end every session of an account, for one transaction: the sessions there are, and those of sign-ins
 * that are under way, since these carry the generation that their sign-in record had. No clock decides.
 *
 * @param addressKey stands for the address of the account (`emailKey`).
 */
export const endEverySession = (accountId: string, addressKey: string): WriteOperation[] => [
  update(callerKeys.accountAccess(accountId), {
    add: { sessionsValidFrom: 1 },
    when: { accountId: { equals: accountId } },
  }),
  update(authKeys.signIn(addressKey), {
    add: { sessionGeneration: 1 },
    when: { accountId: { equals: accountId }, status: { equals: 'verified' } },
  }),
];
