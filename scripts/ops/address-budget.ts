import { UserError } from '#scripts/local-cloud/user-error';
import { capRecord, changeCap, type OwnCap, readOwnCap } from '#shared/addresses/address-budget';
import { auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { type Audited, newerAudited } from '#shared/audit/audited';
import { readAccess } from '#shared/auth/sessions/access';
import { onLatest } from '#shared/db/latest';
import { isId } from '#shared/platform/ids';
import type { OpsEffects } from './command.ts';
import { wholeKobo } from './whole-kobo.ts';

/** What an operator requested. @property cap whole kobo, or `stage` for the cap of the stage. */
export interface BudgetRequest {
  readonly accountId: string;
  readonly cap: string;
  /** Who runs the command. */
  readonly userName: string;
}

const capOf = (text: string): number | undefined => {
  if (text === 'stage') return undefined;
  const capKobo = wholeKobo(text);
  if (capKobo === undefined) throw new UserError(`${text} is neither a whole number of kobo nor 'stage'.`);
  return capKobo;
};

const inWords = (capKobo: number | undefined): string =>
  capKobo === undefined ? 'as much as the stage allows' : `at most ${capKobo} kobo`;

/**
 * Sets what an account may spend on address verifications in a UTC month in each environment, with an audit entry in
 * the same transaction. It applies from the next submission. What is already spent counts.
 *
 * @returns what was done.
 * @throws UserError for an unknown account or an invalid amount.
 */
export const setAddressBudget = async (
  { accountId, cap, userName }: BudgetRequest,
  { table, clock }: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  const capKobo = capOf(cap);
  const account = isId('usr', accountId) ? await readAccess(table, accountId) : undefined;
  if (!account) throw new UserError(`Account ${accountId} does not exist.`);
  const [state, head] = await Promise.all([readOwnCap(table, accountId), readAuditHead(table)]);
  const done = `${accountId} may spend ${inWords(capKobo)} on address verifications in a month`;

  const attempt = async (latest: Audited<OwnCap>) => {
    if (latest.state.capKobo === capKobo) return { result: { written: true } as const, value: `${done} already.` };
    const change = {
      actor: { kind: 'operator', userName },
      action: 'address_budget.changed',
      target: accountId,
      before: { capKobo: latest.state.capKobo ?? null },
      after: { capKobo: capKobo ?? null },
    } as const;
    const operations = {
      cap: changeCap(accountId, latest.state, capKobo),
      ...auditWrites(change, latest.head, clock()),
    };
    return { result: await table.transact(operations), value: `${done} now.` };
  };
  const { result, value } = await onLatest({ state, head }, attempt, newerAudited(capRecord(accountId)));
  if (!result.written) throw new UserError(`${accountId} was changed at the same time. Run the command again.`);
  return value;
};
