import { check, put, update, type WriteOperation } from '#shared/db/expressions';
import { type Attempted, type Contention, newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { type CrossingEvents, crossingEvents } from './crossings.ts';
import { type Hold, heldKobo, withoutHold } from './hold.ts';
import { walletKeys } from './keys.ts';
import { type LedgerEntry, type NewEntry, nextEntry, toLedgerItem } from './ledger-entry.ts';
import { type Wallet, walletRecord, walletUnchanged } from './wallet.ts';

export type { NewEntry };

/** Entries ready to be written, together with what they pay for. */
export interface Posting {
  /**
   * The writes of the posting. `wallet` updates the wallet and refuses when it has changed. There is one write for each
   * entry, and the event of each threshold that the posting takes the balance below.
   */
  readonly operations: { readonly wallet: WriteOperation } & Readonly<Record<`ledger${number}`, WriteOperation>> &
    CrossingEvents;
  readonly entries: readonly LedgerEntry[];
  /** The wallet after the posting. */
  readonly wallet: Wallet;
}

const sumOf = (entries: readonly NewEntry[], type: NewEntry['type']): number =>
  entries.reduce((sum, entry) => (entry.type === type ? sum + entry.amountKobo : sum), 0);

const after = (wallet: Wallet, entry: LedgerEntry): Wallet => ({
  ...wallet,
  balanceKobo: entry.balanceAfterKobo,
  entryCount: entry.sequence,
  creditCount: entry.creditCount,
  debitCount: entry.debitCount,
  updatedAt: entry.createdAt,
});

const addEntries = (wallet: Wallet, entries: readonly NewEntry[], nowMs: number, settled?: Hold): Posting => {
  const key = walletKeys.wallet(wallet.accountId, wallet.environment);
  const when = walletUnchanged(wallet);
  if (entries.length === 0 && !settled) return { operations: { wallet: check(key, when) }, entries: [], wallet };
  const holdChanges = settled && withoutHold(wallet, settled.id);
  const reservedKobo = heldKobo(holdChanges?.holds ?? wallet.holds, nowMs);

  // Clocks of functions differ by milliseconds, but the ledger's order in time must be its order in sequence.
  const atMs = Math.max(nowMs, Date.parse(wallet.updatedAt));
  const written: LedgerEntry[] = [];
  let end = wallet;
  for (const added of entries) {
    const entry = nextEntry(end, added, atMs);
    if (entry.type === 'debit' && entry.balanceAfterKobo < reservedKobo) {
      const details = { balanceKobo: wallet.balanceKobo - reservedKobo, requiredKobo: sumOf(entries, 'debit') };
      throw new ApiError('INSUFFICIENT_BALANCE', { details });
    }
    written.push(entry);
    end = after(end, entry);
  }
  const { balanceKobo, entryCount, creditCount, debitCount, updatedAt } = end;
  return {
    operations: {
      wallet: update(key, {
        set: { balanceKobo, entryCount, creditCount, debitCount, updatedAt, ...holdChanges },
        when,
      }),
      ...Object.fromEntries(written.map((entry) => [`ledger${entry.sequence}`, put(toLedgerItem(entry))])),
    },
    entries: written,
    wallet: { ...end, ...holdChanges },
  };
};

/**
 * Adds entries to the end of a wallet's ledger. Pure: nothing is written until the operations are.
 *
 * Credits and debits apply in the given order, and the balance is never below zero in between. Amounts that others hold
 * are not spent. Without entries, the wallet is only required to be unchanged, so that free actions take the same path
 * as charged ones. If the entries together take the balance below a threshold of the wallet, the operations emit its
 * event, for which their writer needs the family `outbox`.
 *
 * @param settled a hold that ends with the posting, so that the entries can spend what it reserved.
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`, the balance without what others
 * hold; RangeError for an amount that is not a whole number of kobo above zero.
 */
export const post = (wallet: Wallet, entries: readonly NewEntry[], nowMs: number, settled?: Hold): Posting => {
  const posting = addEntries(wallet, entries, nowMs, settled);
  return { ...posting, operations: { ...posting.operations, ...crossingEvents(wallet, posting.wallet, nowMs) } };
};

/**
 * Adds a credit to the end of a wallet's ledger, as {@link post} does. A credit crosses no threshold, so no event is
 * needed.
 */
export const postCredit = (wallet: Wallet, credit: Omit<NewEntry, 'type'>, nowMs: number): Posting =>
  addEntries(wallet, [{ ...credit, type: 'credit' }], nowMs);

/**
 * Runs `attempt` on the latest wallet until its writes succeed. An error that it throws, as for an insufficient
 * balance, ends the retries; see {@link onLatest}.
 *
 * @throws TableContended when the wallet changes so often that no attempts are left.
 */
export const withWallet = <T, Name extends string>(
  wallet: Wallet,
  attempt: (wallet: Wallet) => Promise<Attempted<T, Name>>,
  contention?: Contention<Wallet>,
): Promise<Attempted<T, Name>> => onLatest(wallet, attempt, newerOf(walletRecord(wallet)), contention);
