import { type Condition, update } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import { allEnded } from '#shared/platform/all-ended';
import { walletKeys } from './keys.ts';
import { settlementOf } from './settlement.ts';
import { fromWalletItem, loadWallet, settingsUnchanged, type Wallet } from './wallet.ts';

/** Entries that are settled at once. */
const SETTLED_AT_ONCE = 50;

/** The condition that nobody else has settled entries or changed the thresholds. Postings in between do not matter. */
export const nothingSettled = (wallet: Wallet): Condition => ({
  settledCount: { equals: wallet.settledCount },
  ...settingsUnchanged(wallet),
});

/** The effects of settling. */
export type SettleTable = Pick<Table, 'get' | 'write' | 'transact'>;

const settleOldest = async (table: SettleTable, wallet: Wallet, nowMs: number): Promise<Wallet> => {
  const { count, items, events, end } = settlementOf(wallet, SETTLED_AT_ONCE, nowMs);
  // Before they are taken off the wallet: after a crash in between, they are written once more.
  await allEnded(operationsOf(items).map((item) => table.write(item)));
  const taken = update(walletKeys.wallet(wallet.accountId, wallet.environment), {
    set: { ...end },
    remove: Array.from({ length: count }, (_, index) => `unsettled[${count - 1 - index}]`),
    when: nothingSettled(wallet),
  });
  if (operationsOf(events).length > 0) {
    await table.transact({ ...events, wallet: taken });
    return loadWallet(table, wallet);
  }
  const result = await table.write(taken);
  const latest = result.written ? result.item : result.found;
  if (!latest) throw new Error('A wallet vanished while it was settled');
  return fromWalletItem(latest);
};

/**
 * Settles the entries that a wallet had when it was read: numbers them, writes them to the ledger, emits the events of
 * the thresholds that they cross, and takes them off the wallet. Each is settled once, whoever else does it at the same
 * time, and a call that ends in between is completed by the next.
 *
 * @returns the wallet afterwards, which may have newer entries.
 */
export const settle = async (table: SettleTable, wallet: Wallet, nowMs: number): Promise<Wallet> => {
  let latest = wallet;
  while (latest.settledCount < wallet.entryCount) latest = await settleOldest(table, latest, nowMs);
  return latest;
};
