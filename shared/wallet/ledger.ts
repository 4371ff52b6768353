import { check, type Item, put, update, type WriteOperation } from '#shared/db/expressions';
import { type Attempted, type LatestRetryPolicy, onLatest, recordAmong, refusedByNothingElse } from '#shared/db/latest';
import { ApiError } from '#shared/http/errors';
import { walletKeys } from './keys.ts';
import { type LedgerEntry, type NewEntry, nextEntry, toLedgerItem } from './ledger-entry.ts';
import { type Wallet, walletRecord } from './wallet.ts';

export type { NewEntry };

/** Entries ready to be written, together with what they pay for. */
export interface Posting {
  /** `wallet`: its update, which refuses when the wallet has moved on; and one write for each entry. */
  readonly operations: { readonly wallet: WriteOperation } & Readonly<Record<`ledger${number}`, WriteOperation>>;
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

/**
 * Adds entries to the end of a wallet's ledger. Pure: nothing is written until the operations are.
 *
 * Credits and debits apply in the order given, and the balance is never below zero in between. Without entries the
 * wallet is only required not to have moved on, so that free actions take the same path as charged ones.
 *
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`; RangeError for an amount that is
 * not a whole number of kobo above zero.
 */
export const post = (wallet: Wallet, entries: readonly NewEntry[], nowMs: number): Posting => {
  const key = walletKeys.wallet(wallet.accountId, wallet.environment);
  const unmoved = { entryCount: { equals: wallet.entryCount } };
  if (entries.length === 0) return { operations: { wallet: check(key, unmoved) }, entries: [], wallet };

  // Clocks of functions differ by milliseconds; the ledger's order in time is still its order in sequence.
  const atMs = Math.max(nowMs, Date.parse(wallet.updatedAt));
  const written: LedgerEntry[] = [];
  let end = wallet;
  for (const added of entries) {
    const entry = nextEntry(end, added, atMs);
    if (entry.balanceAfterKobo < 0) {
      const details = { balanceKobo: wallet.balanceKobo, requiredKobo: sumOf(entries, 'debit') };
      throw new ApiError('INSUFFICIENT_BALANCE', { details });
    }
    written.push(entry);
    end = after(end, entry);
  }
  const { balanceKobo, entryCount, creditCount, debitCount, updatedAt } = end;
  return {
    operations: {
      wallet: update(key, { set: { balanceKobo, entryCount, creditCount, debitCount, updatedAt }, when: unmoved }),
      ...Object.fromEntries(written.map((entry) => [`ledger${entry.sequence}`, put(toLedgerItem(entry))])),
    },
    entries: written,
    wallet: end,
  };
};

/** The wallet that refused, when nothing else did. */
const newerWallet = (wallet: Wallet, found: readonly (Item | undefined)[]): Wallet | undefined => {
  const record = walletRecord(wallet);
  const latest = refusedByNothingElse([record], found) ? recordAmong(record, found) : undefined;
  return latest?.entryCount === wallet.entryCount ? undefined : latest;
};

/**
 * Runs `attempt` until its wallet is still the current one when it is written. An attempt that throws, as one does
 * whose balance is spent, ends it; see {@link onLatest}.
 *
 * @throws TableContended when the wallet changes so often that the tries are used up.
 */
export const withWallet = <T, Name extends string>(
  wallet: Wallet,
  attempt: (wallet: Wallet) => Promise<Attempted<T, Name>>,
  retry?: LatestRetryPolicy,
): Promise<Attempted<T, Name>> => onLatest(wallet, attempt, newerWallet, retry);
