import { update, type WriteOperation } from '#shared/db/expressions';
import type { StoredRecord } from '#shared/db/latest';
import { type AccountAccess, type AccountRole, parseAccountAccess } from '#shared/http/caller/account-access';
import { callerKeys } from '#shared/http/caller/keys';

/** What an account may do, as its item is kept. */
export const accessRecord = (accountId: string): StoredRecord<AccountAccess> => ({
  key: callerKeys.accountAccess(accountId),
  from: parseAccountAccess,
});

/** The write that gives an account another role, from its next request on; refused when it has another than was read. */
export const changeRole = ({ accountId, role }: AccountAccess, to: AccountRole): WriteOperation =>
  update(callerKeys.accountAccess(accountId), {
    set: { role: to },
    when: { accountId: { equals: accountId }, role: { equals: role } },
  });
