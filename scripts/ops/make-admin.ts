import { accessRecord, changeRole } from '#shared/auth/sessions/roles';
import type { Table } from '#shared/db/operations';
import type { AccountAccess, AccountRole } from '#shared/http/caller/account-access';
import type { Clock } from '#shared/platform/clock';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import { accessOf, accountIdOfEmail } from './named-account.ts';

/** What an operator requested. */
export interface RoleRequest {
  readonly email: string;
  readonly role: AccountRole;
  /** Who runs the command. */
  readonly userName: string;
}

/**
 * Gives the account of an address a role, with an audit entry in the same transaction. It applies from the account's
 * next request. Setting the role that it already has changes nothing.
 *
 * @returns what was done.
 * @throws UserError when there is no verified account with this address.
 */
export const setRole = async (
  { email, role, userName }: RoleRequest,
  { table, clock }: { readonly table: Table; readonly clock: Clock },
): Promise<string> => {
  const access = await accessOf(table, await accountIdOfEmail(table, email));
  const { accountId } = access;
  const change = {
    state: { access },
    records: { access: accessRecord(accountId) },
    plan: ({ access: latest }: { readonly access: AccountAccess }): PlannedChange =>
      latest.role === role
        ? { done: `${accountId} ${REPORTS[role].unchanged}` }
        : {
            done: `${accountId} ${REPORTS[role].changed}`,
            change: {
              operations: { access: changeRole(latest, role) },
              before: { role: latest.role },
              after: { role },
            },
          },
  };
  const request = { action: 'role.changed', target: accountId, dryRun: false, userName } as const;
  return makeAuditedChange(request, change, { table, clock });
};

/** The reports about an account that was given a role, or already had it. */
const REPORTS: Readonly<Record<AccountRole, { readonly changed: string; readonly unchanged: string }>> = {
  admin: { changed: 'is now an administrator', unchanged: 'is already an administrator' },
  member: { changed: 'is no longer an administrator', unchanged: 'is not an administrator' },
};
