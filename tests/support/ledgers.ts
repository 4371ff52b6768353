import { serviceTable } from '#shared/db/client';
import type { AccountEnvironment } from '#shared/platform/scope';
import { walletLists } from '#shared/wallet/keys';
import { fromLedgerItem, type LedgerEntry } from '#shared/wallet/ledger-entry';
import { settle } from '#shared/wallet/settle';
import { loadWallet } from '#shared/wallet/wallet';
import { wholeLedger } from '#shared/wallet/whole-ledger';

/** A whole ledger, oldest first, with the entries that are not settled yet. */
export const readLedger = async (owner: AccountEnvironment): Promise<LedgerEntry[]> => {
  const partition = walletLists.ledger(owner.accountId, owner.environment);
  const whole = wholeLedger(serviceTable(), owner);
  const { items } = await whole.query({ partition, startsWith: walletLists.ledgerEntries, descending: true });
  return items.map(fromLedgerItem).reverse();
};

/** Settles a wallet, as the table's stream does a moment after each posting. */
export const settleNow = async (owner: AccountEnvironment, nowMs: number = Date.now()): Promise<void> => {
  await settle(serviceTable(), await loadWallet(serviceTable(), owner), nowMs);
};
