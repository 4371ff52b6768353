import type { Attempted, Contention } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type NewEntry, type Posting, post, withWallet } from './ledger.ts';
import { type Rate, readRate } from './rates.ts';
import { loadWallet, type Wallet } from './wallet.ts';

/** The wallet and the price of an action, such as a check, an applicant's session or a month of a watch. */
export interface ActionPayment {
  /** The wallet of the account in the environment of the action. */
  readonly wallet: Wallet;
  /** The price. */
  readonly rate: Rate;
}

/** An action that is paid for. */
export interface PaidAction {
  /** The debit, for the transaction of the action; `wallet` refuses when the wallet has changed. */
  readonly operations: Posting['operations'];
  readonly chargeKobo: number;
  /** `txn_`; null if the action is free. */
  readonly transactionId: string | null;
}

/** Reads the wallet and the price of an action, in one trip. @param actionKey the key of a rate. */
export const readPayment = async (
  table: ItemReader,
  owner: AccountEnvironment,
  actionKey: string,
): Promise<ActionPayment> => {
  const [wallet, rate] = await Promise.all([loadWallet(table, owner), readRate(table, actionKey)]);
  return { wallet, rate };
};

/** The ledger entry that charges an action; none if it is free. @param reference the id of what is paid for. */
export const debitOf = (
  { priceKobo, actionKey, description }: Pick<Rate, 'priceKobo' | 'actionKey' | 'description'>,
  reference: string,
): readonly NewEntry[] =>
  priceKobo > 0 ? [{ type: 'debit', amountKobo: priceKobo, actionKey, description, reference }] : [];

/**
 * Pays for an action. Pure: the debit is written with the action, all or none, so it is made once however often the
 * action is requested. It must be rebuilt when the wallet has changed ({@link withPayment}).
 *
 * @param reference the id of what is paid for.
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`.
 */
export const pay = ({ wallet, rate }: ActionPayment, reference: string, nowMs: number): PaidAction => {
  const { operations, entries } = post(wallet, debitOf(rate, reference), nowMs);
  return { operations, chargeKobo: rate.priceKobo, transactionId: entries[0]?.id ?? null };
};

/**
 * Refuses an action that its wallet does not cover, before any source is called. The balance is checked again when the
 * action is written.
 *
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`.
 */
export const requireCovered = (payment: ActionPayment, nowMs: number): void => {
  pay(payment, '', nowMs);
};

/**
 * Writes an action with its debit, and retries from the latest wallet while that changes. An action that waits for its
 * turn is refused as soon as others have spent the balance.
 *
 * @throws ApiError INSUFFICIENT_BALANCE; TableContended when no attempts are left.
 */
export const withPayment = <T, Name extends string>(
  table: Pick<ItemReader, 'get'>,
  payment: ActionPayment,
  nowMs: number,
  attempt: (payment: ActionPayment) => Promise<Attempted<T, Name>>,
): Promise<Attempted<T, Name>> => {
  const look: Contention<Wallet>['look'] = async () => {
    const wallet = await loadWallet(table, payment.wallet);
    requireCovered({ ...payment, wallet }, nowMs);
    return wallet;
  };
  return withWallet(payment.wallet, (wallet) => attempt({ ...payment, wallet }), { look });
};
