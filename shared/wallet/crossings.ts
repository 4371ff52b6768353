import type { WriteOperation } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { Wallet } from './wallet.ts';

/** The events of a wallet's thresholds, as operations of the transaction that crosses them. */
export type CrossingEvents = Readonly<Partial<Record<'lowBalanceEvent' | 'topUpDueEvent', WriteOperation>>>;

/** The write of the event that starts an automatic top-up. */
export const topUpDue = ({ accountId, environment }: AccountEnvironment, nowMs: number): WriteOperation =>
  emit({ accountId, environment, widgetId: null, type: 'wallet.top_up.due', data: {} }, nowMs);

/** Whether a change takes the balance from at or above a threshold to below it. A threshold of 0 is never crossed. */
const crosses = (before: Wallet, after: Wallet, thresholdKobo: number): boolean =>
  before.balanceKobo >= thresholdKobo && after.balanceKobo < thresholdKobo;

/**
 * The events of the thresholds that a change of a wallet crosses, from the balance before it to the balance after.
 * Because postings of a wallet are sequential, exactly one of several concurrent ones crosses.
 */
export const crossingEvents = (before: Wallet, after: Wallet, nowMs: number): CrossingEvents => {
  const { accountId, environment, balanceKobo, lowBalanceThresholdKobo: thresholdKobo, autoTopUp } = after;
  const owner = { accountId, environment, widgetId: null } as const;
  return {
    ...(crosses(before, after, thresholdKobo) && {
      lowBalanceEvent: emit({ ...owner, type: 'wallet.balance.low', data: { thresholdKobo, balanceKobo } }, nowMs),
    }),
    ...(autoTopUp.enabled &&
      crosses(before, after, autoTopUp.thresholdKobo) && { topUpDueEvent: topUpDue(after, nowMs) }),
  };
};
