import type { Item, WriteOperation } from '#shared/db/expressions';
import { newerAmong } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { emit } from '#shared/events/outbox';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { Posting } from '#shared/wallet/ledger';
import { type ActionPayment, pay, readPayment } from '#shared/wallet/payment';
import { walletRecord } from '#shared/wallet/wallet';
import {
  type AddressBudget,
  budgetRecord,
  readBudget,
  readCapKobo,
  requireBudget,
  spendBudget,
} from './address-budget.ts';
import {
  type AddressSubmission,
  type AddressVerification,
  addAddressVerification,
  newAddressVerification,
} from './address-verification.ts';

/** The rate of a visit (interface: Pricing rate). */
export const ADDRESS_ACTION = 'address_verification';

/** The state that a submission starts from: the wallet, the price, and the month's budget. */
export interface SubmissionSnapshot extends ActionPayment {
  readonly budget: AddressBudget;
  /** The account's cap for the month. */
  readonly capKobo: number;
}

/** Reads the state that a submission starts from, in one trip. */
export const readSubmissionSnapshot = async (
  table: ItemReader,
  owner: AccountEnvironment,
  stageCapKobo: number,
  nowMs: number,
): Promise<SubmissionSnapshot> => {
  const [payment, budget, capKobo] = await Promise.all([
    readPayment(table, owner, ADDRESS_ACTION),
    readBudget(table, owner, nowMs),
    readCapKobo(table, owner.accountId, stageCapKobo),
  ]);
  return { ...payment, budget, capKobo };
};

/**
 * The snapshot to retry with, when only a change of the wallet or the budget refused the submission.
 *
 * @throws ApiError MONTHLY_BUDGET_EXCEEDED when the budget is spent, so that no retry would help.
 */
export const newerSubmissionSnapshot = (
  snapshot: SubmissionSnapshot,
  found: readonly (Item | undefined)[],
): SubmissionSnapshot | undefined => {
  const records = { wallet: walletRecord(snapshot.wallet), budget: budgetRecord(snapshot.budget) };
  const latest = newerAmong<SubmissionSnapshot>(records)(snapshot, found);
  if (!latest) return undefined;
  requireBudget(latest.budget, latest.capKobo, latest.rate.priceKobo);
  return latest;
};

/** A verification to create, and the writes that create it, all or none. */
export interface AddressCreation {
  readonly verification: AddressVerification & { readonly companyId: string };
  readonly operations: Posting['operations'] &
    Readonly<Record<'budget' | 'verification' | 'ofCompany' | 'event', WriteOperation>>;
}

/**
 * Creates an address verification: budget, wallet, record and event together. Budget and debit must be rebuilt when
 * they have changed ({@link newerSubmissionSnapshot}).
 *
 * @throws ApiError MONTHLY_BUDGET_EXCEEDED, or INSUFFICIENT_BALANCE, in this order.
 */
export const addressCreation = (
  snapshot: SubmissionSnapshot,
  submission: AddressSubmission,
  nowMs: number,
): AddressCreation => {
  const { wallet, rate, budget, capKobo } = snapshot;
  requireBudget(budget, capKobo, rate.priceKobo);
  const charge = { chargeKobo: rate.priceKobo, budgetPeriod: budget.period };
  const verification = newAddressVerification(wallet, submission, charge, nowMs);
  const { reference, accountId, environment, companyId } = verification;
  const { operations } = pay(snapshot, reference, nowMs);
  return {
    verification,
    operations: {
      budget: spendBudget(budget, rate.priceKobo),
      ...operations,
      ...addAddressVerification(verification),
      event: emit(
        {
          type: 'verification.address.submitted',
          accountId,
          environment,
          widgetId: null,
          data: { verificationReference: reference, companyId, environment },
        },
        nowMs,
      ),
    },
  };
};
