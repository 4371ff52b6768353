import { UserError } from '#scripts/local-cloud/user-error';
import type { Company } from '#shared/companies/company';
import { companyRecord, findCompany, transferWrites } from '#shared/companies/transfer';
import { transferredObligations } from '#shared/compliance/seeding';
import type { Refusals } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { accountIdOfEmail } from './named-account.ts';

/** What an operator requested. */
export interface TransferRequest {
  readonly companyId: string;
  /** The address of the new owner. */
  readonly email: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

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
  { companyId, email, ...request }: TransferRequest,
  effects: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  const { table } = effects;
  const [newOwnerId, company] = await Promise.all([accountIdOfEmail(table, email), readCompany(table, companyId)]);
  const plan = async ({ company: latest }: { readonly company: Company }, nowMs: number): Promise<PlannedChange> => {
    const { ownerId } = latest;
    if (ownerId === undefined) throw new UserError(`${companyId} has no owner, so ${email} can add it.`);
    if (ownerId === newOwnerId) return { done: `${companyId} already belongs to ${newOwnerId}` };
    const owned = { ...latest, ownerId };
    return {
      done: `${companyId} (${latest.companyName}) now belongs to ${newOwnerId} instead of ${ownerId}`,
      change: {
        operations: {
          ...transferWrites(owned, newOwnerId, nowMs),
          ...(await transferredObligations(table, owned, newOwnerId, nowMs)),
        },
        before: { ownerId },
        after: { ownerId: newOwnerId },
      },
    };
  };
  const change = {
    state: { company },
    records: { company: companyRecord(companyId) },
    plan,
    refused: (refusals: Refusals) =>
      'count' in refusals ? `${newOwnerId} has reached the limit of companies for an account.` : undefined,
  };
  return makeAuditedChange({ ...request, action: 'company.transferred', target: companyId }, change, effects);
};
