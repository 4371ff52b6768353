import { authKeys } from '#shared/auth/keys';
import { put, update, type WriteOperation } from '#shared/db/expressions';
import type { TableReader } from '#shared/db/operations';
import { type AccountAccess, fromAccountAccessItem } from '#shared/http/caller/account-access';
import { callerKeys } from '#shared/http/caller/keys';

/** The first generation of sessions of a new account. */
export const FIRST_GENERATION = 0;

/** Reads what an account may do now; undefined when it is not verified. */
export const readAccess = async (table: TableReader, accountId: string): Promise<AccountAccess | undefined> =>
  fromAccountAccessItem(await table.get(callerKeys.accountAccess(accountId)));

/** The write that gives a verified account access, as a member. */
export const grantAccess = (accountId: string): WriteOperation => {
  const access: AccountAccess = { accountId, role: 'member', sessionsValidFrom: FIRST_GENERATION };
  return put({ ...callerKeys.accountAccess(accountId), ...access });
};

/**
 * The writes that end every session of an account, for one transaction. They end existing sessions, and those of logins
 * in progress, because these carry the generation in their sign-in record. No clock is involved.
 *
 * @param addressKey the key of the account's address (`emailKey`).
 * @param renewed the hash of a new password, and the generation of sessions that it replaces; the writes refuse in any
 * other generation. The current owner of the mailbox must then confirm again which Google account may sign in.
 */
export const endEverySession = (
  accountId: string,
  addressKey: string,
  renewed?: { readonly passwordHash: string; readonly generation: number },
): Readonly<Record<'access' | 'signIn', WriteOperation>> => ({
  access: update(callerKeys.accountAccess(accountId), {
    add: { sessionsValidFrom: 1 },
    when: { accountId: { equals: accountId } },
  }),
  signIn: update(authKeys.signIn(addressKey), {
    set: { passwordHash: renewed?.passwordHash },
    add: { sessionGeneration: 1 },
    ...(renewed && { remove: ['googleKey'] }),
    when: {
      accountId: { equals: accountId },
      status: { equals: 'verified' },
      ...(renewed && { sessionGeneration: { equals: renewed.generation } }),
    },
  }),
});
