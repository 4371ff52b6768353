import { createHash } from 'node:crypto';
import { UserError } from '#scripts/local-cloud/user-error';
import type { AuditAction } from '#shared/audit/audit-body';
import type { TableReader } from '#shared/db/operations';
import { isoTime } from '#shared/platform/clock';
import { ENVIRONMENTS, type Environment } from '#shared/platform/environments';
import type { AccountEnvironment } from '#shared/platform/scope';
import { exactly, type NewEntry, postCredit } from '#shared/wallet/ledger';
import type { LedgerEntry, UnsettledEntry } from '#shared/wallet/ledger-entry';
import { findTransaction, MAX_FILTERED_ENTRIES, readLedgerPage } from '#shared/wallet/ledger-pages';
import { type OperatorCredit, operatorCreditRecord, recordOperatorCredit } from '#shared/wallet/operator-credit';
import { loadWallet, type Wallet, walletRecord } from '#shared/wallet/wallet';
import { makeAuditedChange, type PlannedChange } from './audited-change.ts';
import type { OpsEffects } from './command.ts';
import { accessOf } from './named-account.ts';
import { reasonOf } from './reason.ts';
import { wholeKobo } from './whole-kobo.ts';

/** A credit to make, and how it is audited. */
interface WantedCredit {
  readonly owner: AccountEnvironment;
  /** What it is for. Nothing is credited twice for one reference. */
  readonly reference: string;
  readonly entry: Omit<NewEntry, 'type'>;
  readonly action: AuditAction;
  readonly target: string;
  readonly dryRun: boolean;
  readonly userName: string;
}

type Effects = Pick<OpsEffects, 'table' | 'clock'>;

const creditOnce = async ({ owner, reference, entry, ...request }: WantedCredit, effects: Effects): Promise<string> => {
  const { table } = effects;
  const record = operatorCreditRecord(owner, reference);
  const [wallet, item] = await Promise.all([loadWallet(table, owner), table.get(record.key)]);
  interface State {
    readonly wallet: Wallet;
    readonly credit: OperatorCredit | undefined;
  }
  const plan = ({ wallet: latest, credit }: State, nowMs: number): PlannedChange => {
    if (credit) return { done: `This was already credited at ${credit.createdAt}, by ${credit.transactionId}` };
    const { operations, entries, wallet: after } = exactly(postCredit(latest, entry, nowMs), latest);
    const [{ id: transactionId }] = entries as [UnsettledEntry];
    return {
      done:
        `${owner.accountId} is credited ${entry.amountKobo} kobo in ${owner.environment}, ` +
        `which makes ${after.balanceKobo} kobo`,
      change: {
        operations: {
          ...operations,
          credit: recordOperatorCredit(owner, reference, { transactionId, createdAt: isoTime(nowMs) }),
        },
        before: { balanceKobo: latest.balanceKobo },
        after: {
          balanceKobo: after.balanceKobo,
          amountKobo: entry.amountKobo,
          environment: owner.environment,
          description: entry.description,
          transactionId,
        },
      },
    };
  };
  const credit = item && record.from(item);
  const records = { wallet: walletRecord(owner), credit: record };
  return makeAuditedChange(request, { state: { wallet, credit } as State, records, plan }, effects);
};

/** What an operator requested. */
export interface CreditRequest extends AccountEnvironment {
  readonly amount: string;
  /** Shown to the account. With the same amount it identifies the credit, so that a repeated command credits once. */
  readonly reason: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

/**
 * Credits money to the wallet of an account, with an audit entry in the same transaction. The same amount is credited
 * once for the same reason.
 *
 * @returns what was done, or for a dry run what would be.
 * @throws UserError for an unknown account, an invalid amount or a missing reason.
 */
export const creditWallet = async (
  { accountId, environment, amount, reason: given, ...request }: CreditRequest,
  effects: Effects,
): Promise<string> => {
  const amountKobo = wholeKobo(amount);
  if (amountKobo === undefined || amountKobo < 1) throw new UserError(`${amount} is not a whole number of kobo.`);
  const reason = reasonOf(given);
  await accessOf(effects.table, accountId);
  const reference = createHash('sha256').update(`${amountKobo} ${reason}`).digest('hex');
  const entry = { amountKobo, actionKey: null, description: `Credit: ${reason}`, reference: null };
  const owner = { accountId, environment };
  return creditOnce({ ...request, owner, reference, entry, action: 'wallet.credited', target: accountId }, effects);
};

/** Whether the product, or an operator, has already refunded what was charged for the same action of the same thing. */
const isRefunded = async (table: TableReader, charge: LedgerEntry): Promise<boolean> => {
  const { reference, actionKey, amountKobo } = charge;
  if (reference === null || actionKey === null) return false;
  const all = { page: 1, limit: MAX_FILTERED_ENTRIES };
  const { entries } = await readLedgerPage(table, charge, { reference, actionKey }, all);
  const sumOf = (type: LedgerEntry['type']) =>
    entries.reduce((sum, entry) => (entry.type === type ? sum + entry.amountKobo : sum), 0);
  return sumOf('credit') + amountKobo > sumOf('debit');
};

/** What an operator requested. */
export interface RefundRequest {
  readonly accountId: string;
  /** `txn_` */
  readonly transactionId: string;
  readonly dryRun: boolean;
  /** Who runs the command. */
  readonly userName: string;
}

/**
 * Refunds a charge of an account to its wallet, once, with an audit entry in the same transaction.
 *
 * @returns what was done, or for a dry run what would be.
 * @throws UserError for an unknown transaction, one that is not a charge, and one that was already refunded otherwise.
 */
export const refundCharge = async (
  { accountId, transactionId, ...request }: RefundRequest,
  effects: Effects,
): Promise<string> => {
  const { table } = effects;
  await accessOf(table, accountId);
  const owners = ENVIRONMENTS.map((environment: Environment) => ({ accountId, environment }));
  const charge = await findTransaction(table, owners, transactionId);
  if (charge?.type !== 'debit') throw new UserError(`${accountId} was not charged by a transaction ${transactionId}.`);
  const { environment, amountKobo, actionKey, description, reference } = charge;
  const owner = { accountId, environment };
  const isKnown = (await table.get(operatorCreditRecord(owner, transactionId).key)) !== undefined;
  if (!isKnown && (await isRefunded(table, charge))) {
    throw new UserError(`What ${transactionId} charged was already refunded.`);
  }
  const entry = { amountKobo, actionKey, description: `Refund: ${description}`, reference };
  return creditOnce(
    { ...request, owner, reference: transactionId, entry, action: 'transaction.refunded', target: transactionId },
    effects,
  );
};
