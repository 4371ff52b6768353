import { update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { type AccountAccess, type AccountRole, parseAccountAccess } from '#shared/http/caller/account-access';
import { callerKeys } from '#shared/http/caller/keys';

/** The access of an account as a record, for transactions that start from it. */
export const accessRecord = (accountId: string): StoredRecord<AccountAccess> => ({
  key: callerKeys.accountAccess(accountId),
  from: parseAccountAccess,
});

/**
 * The write that gives an account another role, from its next request on. It refuses when the role has changed since it
 * was read.
 */
export const changeRole = ({ accountId, role }: AccountAccess, to: AccountRole): WriteOperation =>
  update(callerKeys.accountAccess(accountId), {
    set: { role: to },
    when: { accountId: { equals: accountId }, role: { equals: role } },
  });

/**
 * The write that suspends an account from its next request on, or ends that. It refuses when this has changed since it
 * was read.
 *
 * @param suspendedAt undefined to end the suspension.
 */
export const changeSuspension = (
  { accountId, suspendedAt: before }: AccountAccess,
  suspendedAt: string | undefined,
): WriteOperation =>
  update(callerKeys.accountAccess(accountId), {
    ...(suspendedAt === undefined ? { remove: ['suspendedAt'] } : { set: { suspendedAt } }),
    when: {
      accountId: { equals: accountId },
      suspendedAt: before === undefined ? 'missing' : { equals: before },
    },
  });
