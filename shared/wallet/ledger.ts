import { setTimeout as sleep } from 'node:timers/promises';
import { check, put, update, type WriteOperation } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import type { TransactionResult } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
import { type LedgerEntry, type NewEntry, nextEntry, toLedgerItem } from './ledger-entry.ts';
import { fromWalletItem, type Wallet } from './wallet.ts';

export type { NewEntry };

/** Entries ready to be written, together with whatever they pay for. */
export interface Posting {
  /** The wallet's own update first, which refuses when the wallet has moved on; then one write for each entry. */
  readonly operations: readonly WriteOperation[];
  readonly entries: readonly LedgerEntry[];
  /** The wallet as it is after the posting. */
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
 * wallet is only required not to have moved on, so that what costs nothing goes the same way as what does.
 *
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`; RangeError for an amount that is
 * not a whole number of kobo above zero.
 */
export const post = (wallet: Wallet, entries: readonly NewEntry[], nowMs: number): Posting => {
  const key = keys.wallet(wallet.accountId, wallet.environment);
  const unmoved = { entryCount: { equals: wallet.entryCount } };
  if (entries.length === 0) return { operations: [check(key, unmoved)], entries: [], wallet };

  // Clocks of functions differ by milliseconds; the ledger's order in time is its order in sequence all the same.
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
    operations: [
      update(key, { set: { balanceKobo, entryCount, creditCount, debitCount, updatedAt }, when: unmoved }),
      ...written.map((entry) => put(toLedgerItem(entry))),
    ],
    entries: written,
    wallet: end,
  };
};

/** What an attempt at a transaction on a wallet came to. */
export interface WalletOutcome<T> {
  readonly result: TransactionResult;
  readonly value: T;
}

/** How often a posting is tried again, and how long it waits in between. A `RetryPolicy` is one. */
export interface WalletRetryPolicy {
  /** Tries after the first. */
  readonly attempts: number;
  /** Waits, the `wait`th time. @param lastTryMs how long the try took that failed before. */
  wait(wait: number, lastTryMs: number): Promise<unknown>;
}

/** All the time that a request has: a shorter bound would wake hundreds of waiting postings into each other's way. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Full jitter over twelve times what the last try took, or longer with each wait. On one wallet one posting succeeds at
 * a time, so those that start at the same moment have to spread out over the time which all of them take together; how
 * many they are shows in how long a try takes. Measured and simulated with 2 to 200 of them: some five tries each.
 */
const WALLET_RETRY: WalletRetryPolicy = {
  attempts: 60,
  wait: (wait, lastTryMs) => sleep(Math.random() * Math.min(LONGEST_WAIT_MS, Math.max(40 * 2 ** wait, 12 * lastTryMs))),
};

/** The wallet that stood in the way, when nothing else did; a wallet that moved on has entries in our entries' place. */
const newerWallet = (wallet: Wallet, result: TransactionResult): Wallet | undefined => {
  if (result.written) return undefined;
  const [refused, ...others] = result.refusals;
  const walletItem = refused?.found;
  if (!walletItem || others.some((other) => other && other.found?.pk !== walletItem.pk)) return undefined;
  const found = fromWalletItem(walletItem);
  return found.entryCount === wallet.entryCount ? undefined : found;
};

/**
 * Runs `attempt` until the wallet it was given is still the wallet that it meets. The attempt makes its posting and
 * everything else from the wallet it gets, anew each time, and puts the wallet's own update first into its
 * transaction. An attempt that throws, as one does whose balance is spent, ends it; so does any refusal of another
 * operation, which is the caller's to judge.
 *
 * @returns what the last attempt came to: written, or refused by something other than the wallet.
 * @throws ApiError SERVICE_UNAVAILABLE when so much goes on in the wallet that the tries are used up.
 */
export const withWallet = async <T>(
  wallet: Wallet,
  attempt: (wallet: Wallet) => Promise<WalletOutcome<T>>,
  retry: WalletRetryPolicy = WALLET_RETRY,
): Promise<WalletOutcome<T>> => {
  let current = wallet;
  for (let tries = 1; ; tries++) {
    const startedMs = performance.now();
    const outcome = await attempt(current);
    const newer = newerWallet(current, outcome.result);
    if (!newer) return outcome;
    if (tries > retry.attempts) throw new ApiError('SERVICE_UNAVAILABLE');
    // A refusal brings the wallet as it is at this moment: every other try uses it at once, before it is old as well.
    if (tries % 2 === 0) await retry.wait(tries / 2, performance.now() - startedMs);
    current = newer;
  }
};
