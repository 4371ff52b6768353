import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { confirmNotErased } from '#shared/http/caller/account-access';
import { isoTime } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { ReadVault } from '#shared/platform/vault';
import type { Payment } from '#shared/sources/payments';
import { postCredit, withWallet } from './ledger.ts';
import { saveCardOf } from './saved-card.ts';
import {
  endTopUp,
  type FoundTopUp,
  fromTopUpItem,
  isOutcomeNew,
  mismatchTopUp,
  type TopUp,
  type TopUpOutcome,
} from './top-up.ts';
import { loadWallet, type Wallet } from './wallet.ts';

/** The description of a top-up in the ledger. A top-up without a checkout was automatic. */
export const topUpDescription = ({ authorizationUrl }: TopUp): string =>
  authorizationUrl === null ? 'Automatic wallet top-up' : 'Wallet top-up';

const markFailed = async (table: Table, topUp: TopUp, nowMs: number): Promise<TopUp> => {
  const result = await table.write(endTopUp(topUp.reference, 'failed', nowMs));
  const item = result.written ? result.item : result.found;
  return item ? fromTopUpItem(item) : topUp;
};

const credit = async (
  table: Table,
  { topUp, wallet }: FoundTopUp,
  card: WriteOperation | undefined,
  log: Logger,
  nowMs: number,
): Promise<TopUp> => {
  const { reference, amountKobo, accountId, environment } = topUp;
  const start = wallet ?? (await loadWallet(table, { accountId, environment }));
  const attempt = async (current: Wallet, savedCard: WriteOperation | undefined) => {
    const { operations } = postCredit(
      current,
      { amountKobo, actionKey: null, description: topUpDescription(topUp), reference },
      nowMs,
    );
    const all = {
      ...operations,
      topUp: endTopUp(reference, 'success', nowMs),
      ...(savedCard && { card: savedCard, account: confirmNotErased(accountId) }),
    };
    return { result: await table.transact(all), value: undefined };
  };
  let { result } = await withWallet(start, (current) => attempt(current, card));
  if (!result.written && (result.refusals.card || result.refusals.account) && !result.refusals.topUp) {
    // The card was removed, or the account erased, but the payment still counts.
    ({ result } = await withWallet(start, (current) => attempt(current, undefined)));
  }
  if (!result.written) {
    const found = result.refusals.topUp?.found;
    if (!found) throw new Error('A top-up vanished while it was credited');
    return fromTopUpItem(found);
  }
  log.info('TOP_UP_CREDITED', { accountId, reference });
  return { ...topUp, status: 'success', completedAt: isoTime(nowMs) };
};

/**
 * Applies the outcome of a payment to its top-up. The wallet is credited once, however often this is called and from
 * wherever: the credit and the top-up's change to paid are one transaction.
 *
 * @param card the write that saves the card which paid, if it may be charged again.
 * @returns the resulting top-up, whichever call changed it.
 * @throws TableContended when the wallet changes too often.
 */
export const settleTopUp = async (
  table: Table,
  found: FoundTopUp,
  outcome: TopUpOutcome,
  log: Logger,
  nowMs: number,
  card?: WriteOperation,
): Promise<TopUp> => {
  if (!isOutcomeNew(found.topUp, outcome)) return found.topUp;
  return outcome === 'success' ? credit(table, found, card, log, nowMs) : markFailed(table, found.topUp, nowMs);
};

/** The effects of settling a payment. */
export interface SettleEffects {
  readonly table: Table;
  /** Seals the authorization of a card that may be charged again. */
  readonly vault: ReadVault;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Sets a payment with another amount or currency aside for an operator. */
const setMismatchAside = async (
  topUp: TopUp,
  { amountKobo: amount, currency }: Payment,
  { table, log, metrics }: SettleEffects,
): Promise<TopUp> => {
  const { accountId, reference } = topUp;
  const result = await table.write(mismatchTopUp(reference, { amount, currency }));
  if (result.written) {
    log.error('TOP_UP_MISMATCHED', { accountId, reference });
    metrics('TopUpsMismatched', 1);
  }
  const item = result.written ? result.item : result.found;
  return item ? fromTopUpItem(item) : topUp;
};

/**
 * Applies the provider's report of a payment to its top-up, and saves the card if it may be charged again. A payment
 * with another amount or currency than requested is not credited, but set aside for an operator, whom an alarm
 * notifies.
 */
export const settleByPayment = async (
  found: FoundTopUp,
  payment: Payment,
  effects: SettleEffects,
  nowMs: number,
): Promise<TopUp> => {
  const { table, vault, log } = effects;
  const { topUp } = found;
  if (payment.status === 'pending' || !isOutcomeNew(topUp, payment.status)) return topUp;
  const asRequested = payment.amountKobo === topUp.amountKobo && payment.currency === 'NGN';
  if (payment.status === 'success' && !asRequested) return setMismatchAside(topUp, payment, effects);
  const card = payment.status === 'success' ? await saveCardOf(payment, topUp, vault, nowMs) : undefined;
  return settleTopUp(table, found, payment.status, log, nowMs, card);
};
