import type { WriteOperation } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type LedgerEntry, signedKobo } from './ledger-entry.ts';
import type { Wallet } from './wallet.ts';

/** The events of a wallet's thresholds, by the numbers of the entries that cross them. */
export type CrossingEvents = Readonly<Record<`lowBalance${number}` | `topUpDue${number}`, WriteOperation>>;

/** The write of the event that starts an automatic top-up. */
export const topUpDue = ({ accountId, environment }: AccountEnvironment, nowMs: number): WriteOperation =>
  emit({ accountId, environment, widgetId: null, type: 'wallet.top_up.due', data: {} }, nowMs);

/** Whether an entry takes the balance from at or above a threshold to below it. A threshold of 0 is never crossed. */
const crosses = (entry: LedgerEntry, thresholdKobo: number): boolean =>
  entry.balanceAfterKobo < thresholdKobo && entry.balanceAfterKobo - signedKobo(entry) >= thresholdKobo;

/**
 * The events of the thresholds that entries cross. They are emitted with the settling of the entries, which happens
 * once and in their order, so that exactly one of several concurrent postings crosses.
 *
 * @param wallet its current thresholds.
 */
export const crossingEvents = (wallet: Wallet, entries: readonly LedgerEntry[], nowMs: number): CrossingEvents => {
  const { accountId, environment, lowBalanceThresholdKobo: thresholdKobo, autoTopUp } = wallet;
  const owner = { accountId, environment, widgetId: null } as const;
  return Object.fromEntries(
    entries.flatMap((entry) => {
      const { sequence, balanceAfterKobo: balanceKobo } = entry;
      const low = crosses(entry, thresholdKobo)
        ? emit({ ...owner, type: 'wallet.balance.low', data: { thresholdKobo, balanceKobo } }, nowMs)
        : undefined;
      const due = autoTopUp.enabled && crosses(entry, autoTopUp.thresholdKobo) ? topUpDue(wallet, nowMs) : undefined;
      return [
        ...(low ? [[`lowBalance${sequence}`, low] as const] : []),
        ...(due ? [[`topUpDue${sequence}`, due] as const] : []),
      ];
    }),
  );
};
