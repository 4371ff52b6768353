import { UserError } from '#scripts/local-cloud/user-error';
import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { type Audited, newerAudited } from '#shared/audit/audited';
import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn } from '#shared/auth/accounts/sign-in';
import { readAccess } from '#shared/auth/sessions/access';
import { accessRecord, changeRole } from '#shared/auth/sessions/roles';
import { onLatest } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import type { AccountAccess, AccountRole } from '#shared/http/caller/account-access';
import type { Clock } from '#shared/platform/clock';
import { isEmailAddress } from '#shared/platform/email-address';

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
  if (!isEmailAddress(email.trim())) throw new UserError(`${email} is not an email address.`);
  const [signIn, head] = await Promise.all([readSignIn(table, emailKey(email)), readAuditHead(table)]);
  const state = signIn?.status === 'verified' ? await readAccess(table, signIn.accountId) : undefined;
  if (!state) throw new UserError(`There is no verified account with the email address ${email}.`);

  const { accountId } = state;
  const attempt = async (latest: Audited<AccountAccess>) => {
    const before = latest.state.role;
    if (before === role)
      return { result: { written: true } as const, value: `${accountId} ${REPORTS[role].unchanged}.` };
    const change = {
      actor: { kind: 'operator', userName },
      action: 'role.changed',
      target: accountId,
      before: { role: before },
      after: { role },
    } as const;
    const operations = { access: changeRole(latest.state, role), ...auditWrites(change, latest.head, clock()) };
    return { result: await table.transact(operations), value: `${accountId} ${REPORTS[role].changed}.` };
  };
  const { result, value } = await onLatest({ state, head }, attempt, newerAudited(accessRecord(accountId)));
  if (!result.written) throw new UserError(`${accountId} was changed at the same time. Run the command again.`);
  return value;
};

/** The reports about an account that was given a role, or already had it. */
const REPORTS: Readonly<Record<AccountRole, { readonly changed: string; readonly unchanged: string }>> = {
  admin: { changed: 'is now an administrator', unchanged: 'is already an administrator' },
  member: { changed: 'is no longer an administrator', unchanged: 'is not an administrator' },
};
