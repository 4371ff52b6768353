import { put, type WriteOperation } from '#shared/db/expressions';
import { timeOfId } from '#shared/platform/ids';
import { type CrossingEvents, crossingEvents } from './crossings.ts';
import { walletKeys } from './keys.ts';
import { type LedgerEntry, toLedgerItem } from './ledger-entry.ts';
import { unsettledEntries, type Wallet } from './wallet.ts';

/** The oldest unsettled entries of a wallet, and what settling them writes. */
export interface Settlement {
  /** How many entries it settles. */
  readonly count: number;
  /** The numbered entries. Written again, they are the same. */
  readonly items: Readonly<Record<`ledger${number}` | `posted${number}`, WriteOperation>>;
  /** The events of the thresholds that they cross, for the transaction that takes the entries off the wallet. */
  readonly events: CrossingEvents;
  /** What the wallet has settled then. */
  readonly end: Pick<Wallet, 'settledCount' | 'settledAt'>;
}

const itemWrites = (entry: LedgerEntry): readonly (readonly [string, WriteOperation])[] => {
  const { accountId, environment, id, sequence, createdAt } = entry;
  const written = [`ledger${sequence}`, put(toLedgerItem(entry), {})] as const;
  // An entry is found by the time in its id. One that was moved to the time of the entry before it needs a pointer.
  if (timeOfId(id) === Date.parse(createdAt)) return [written];
  const pointer = { ...walletKeys.postedEntry(accountId, environment, id), sequence };
  return [written, [`posted${sequence}`, put(pointer, {})]];
};

/**
 * Numbers the oldest unsettled entries of a wallet. What it returns depends on the wallet only, apart from the time of
 * the events, so that whoever settles them writes the same.
 *
 * @param most how many entries to settle at most.
 */
export const settlementOf = (wallet: Wallet, most: number, nowMs: number): Settlement => {
  const entries = unsettledEntries(wallet).slice(0, most);
  return {
    count: entries.length,
    items: Object.fromEntries(entries.flatMap(itemWrites)),
    events: crossingEvents(wallet, entries, nowMs),
    end: {
      settledCount: wallet.settledCount + entries.length,
      settledAt: entries.at(-1)?.createdAt ?? wallet.settledAt,
    },
  };
};
