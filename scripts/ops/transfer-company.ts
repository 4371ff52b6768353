import { UserError } from '#scripts/local-cloud/user-error';
import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { type Audited, newerAudited } from '#shared/audit/audited';
import { emailKey } from '#shared/auth/accounts/email-key';
import { readSignIn } from '#shared/auth/accounts/sign-in';
import type { Company } from '#shared/companies/company';
import { companyRecord, findCompany, transferWrites } from '#shared/companies/transfer';
import { transferredObligations } from '#shared/compliance/seeding';
import { onLatest } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import type { Clock } from '#shared/platform/clock';
import { isEmailAddress } from '#shared/platform/email-address';

/** What an operator requested. */
export interface TransferRequest {
  readonly companyId: string;
  /** The address of the new owner. */
  readonly email: string;
  /** Who runs the command. */
  readonly userName: string;
}

const readNewOwner = async (table: Table, email: string): Promise<string> => {
  if (!isEmailAddress(email.trim())) throw new UserError(`${email} is not an email address.`);
  const signIn = await readSignIn(table, emailKey(email));
  if (signIn?.status !== 'verified')
    throw new UserError(`There is no verified account with the email address ${email}.`);
  return signIn.accountId;
};

const readCompany = async (table: Table, companyId: string): Promise<Company> => {
  const company = await findCompany(table, companyId);
  if (!company) throw new UserError(`Company ${companyId} does not exist.`);
  if (company.environment === 'sandbox') {
    throw new UserError(
      `${companyId} is in the sandbox of ${company.space}, where each account adds its own companies.`,
    );
  }
  return company;
};

/**
 * Gives a company of `live` to the account of an address, with an audit entry in the same transaction. It is for
 * businesses that the wrong account has claimed. Both accounts' lists are correct from then on. Giving it to its owner
 * changes nothing.
 *
 * @returns what was done.
 * @throws UserError when there is no such company or verified account, or the company has no owner.
 */
export const transferCompany = async (
  { companyId, email, userName }: TransferRequest,
  { table, clock }: { readonly table: Table; readonly clock: Clock },
): Promise<string> => {
  const [newOwnerId, state, head] = await Promise.all([
    readNewOwner(table, email),
    readCompany(table, companyId),
    readAuditHead(table),
  ]);
  const attempt = async (latest: Audited<Company>) => {
    const { ownerId } = latest.state;
    if (ownerId === undefined) throw new UserError(`${companyId} has no owner, so ${email} can add it.`);
    if (ownerId === newOwnerId) {
      return { result: { written: true } as const, value: `${companyId} already belongs to ${newOwnerId}.` };
    }
    const change = {
      actor: { kind: 'operator', userName },
      action: 'company.transferred',
      target: companyId,
      before: { ownerId },
      after: { ownerId: newOwnerId },
    } as const;
    const nowMs = clock();
    const company = { ...latest.state, ownerId };
    const operations = {
      ...transferWrites(company, newOwnerId, nowMs),
      ...(await transferredObligations(table, company, newOwnerId, nowMs)),
      ...auditWrites(change, latest.head, nowMs),
    };
    const value = `${companyId} (${latest.state.companyName}) now belongs to ${newOwnerId} instead of ${ownerId}.`;
    return { result: await table.transact(operations), value };
  };
  const { result, value } = await onLatest({ state, head }, attempt, newerAudited(companyRecord(companyId)));
  if (result.written) return value;
  throw new UserError(
    'count' in result.refusals
      ? `${newOwnerId} has reached the limit of companies for an account.`
      : `${companyId} was changed at the same time. Run the command again.`,
  );
};
