import { UserError } from '#scripts/local-cloud/user-error';
import { capRecord, changeCap, type OwnCap, readOwnCap } from '#shared/addresses/address-budget';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { accessOf } from './named-account.ts';
import { wholeKobo } from './whole-kobo.ts';

/** What an operator requested. @property cap whole kobo, or `stage` for the cap of the stage. */
export interface BudgetRequest {
  readonly accountId: string;
  readonly cap: string;
  readonly dryRun: boolean;
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
  { accountId, cap, ...request }: BudgetRequest,
  effects: Pick<OpsEffects, 'table' | 'clock'>,
): Promise<string> => {
  const capKobo = capOf(cap);
  await accessOf(effects.table, accountId);
  const done = `${accountId} may spend ${inWords(capKobo)} on address verifications in a month`;
  const change = {
    state: { own: await readOwnCap(effects.table, accountId) },
    records: { own: capRecord(accountId) },
    plan: ({ own }: { readonly own: OwnCap }): PlannedChange =>
      own.capKobo === capKobo
        ? { done: `${done} already` }
        : {
            done: `${done} now`,
            change: {
              operations: { cap: changeCap(accountId, own, capKobo) },
              before: { capKobo: own.capKobo ?? null },
              after: { capKobo: capKobo ?? null },
            },
          },
  };
  return makeAuditedChange({ ...request, action: 'address_budget.changed', target: accountId }, change, effects);
};
