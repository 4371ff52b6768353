import type { Item, WriteOperation } from '#shared/db/expressions';
import { newerAmong } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import { emit } from '#shared/events/outbox';
import type { AccountEnvironment } from '#shared/platform/scope';
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

/** The rate that a visit is charged by (interface: Pricing rate). */
export const ADDRESS_ACTION = 'address_verification';

/** What a submission starts from: who pays, the price, and the month's budget. */
export interface SubmissionSnapshot extends ActionPayment {
  readonly budget: AddressBudget;
  /** The most that the account may spend in the month. */
  readonly capKobo: number;
}

/** Reads what a submission starts from, in one wave. */
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
 * The snapshot from the items that refused, when nothing but wallet and budget did and one of them has moved on.
 *
 * @throws ApiError MONTHLY_BUDGET_EXCEEDED when that has spent the budget: no further try would help.
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

/** A verification that is to be created, and the writes that do it: all or none. */
export interface AddressCreation {
  readonly verification: AddressVerification & { readonly companyId: string };
  readonly operations: Readonly<
    Record<'budget' | 'wallet' | 'verification' | 'ofCompany' | 'event' | `ledger${number}`, WriteOperation>
  >;
}

/**
 * Creates an address verification: budget, wallet, record and event together. Budget and debit must be rebuilt
 * whenever they have moved on ({@link newerSubmissionSnapshot}).
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
