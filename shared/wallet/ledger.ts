import { check, update, type WriteOperation } from '#shared/db/expressions';
import { type Attempted, type Contention, type LatestRetryPolicy, newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import type { CrossingEvents } from './crossings.ts';
import { type Hold, lapsedHolds, runningHolds, totalKobo, withoutHold } from './hold.ts';
import { droppedHolds } from './hold-changes.ts';
import { walletKeys } from './keys.ts';
import { type NewEntry, newUnsettled, signedKobo, type UnsettledEntry } from './ledger-entry.ts';
import { nothingSettled } from './settle.ts';
import { type Settlement, settlementOf } from './settlement.ts';
import { nothingPosted, type Wallet, walletRecord } from './wallet.ts';

export type { NewEntry };

/** Entries ready to be written, together with what they pay for. */
export interface Posting {
  /**
   * The writes of the posting. `wallet` refuses when the wallet no longer covers it. The others settle entries that
   * nothing else has settled in time; mostly there are none.
   */
  readonly operations: { readonly wallet: WriteOperation } & Partial<Settlement['items'] & CrossingEvents>;
  readonly entries: readonly UnsettledEntry[];
  /** The wallet after the posting, if nothing else is posted before it. */
  readonly wallet: Wallet;
}

/** How long the table's stream may take to settle an entry before postings do, and how many it may leave to then. */
const LATE_MS = 10_000;
const MANY_UNSETTLED = 100;

/** Entries that a posting settles, so that its transaction has room for what is paid for. */
const SETTLED_ON_THE_WAY = 20;

/** One posting in so many settles on a busy wallet, and every one when its item has grown to a hundred kilobytes. */
const ONE_SETTLES_IN = 10;
const TOO_MANY_UNSETTLED = 500;

/**
 * Whether a posting settles older entries on its way. It then has to be the only one, so that on a busy wallet only some
 * do: if all of them did, they would refuse each other.
 */
const settlesOnTheWay = ({ unsettled, entryCount }: Wallet, nowMs: number): boolean => {
  const [oldest] = unsettled;
  const isLate =
    unsettled.length >= MANY_UNSETTLED || (oldest !== undefined && Date.parse(oldest.createdAt) < nowMs - LATE_MS);
  const isBusy = unsettled.length > SETTLED_ON_THE_WAY;
  return isLate && (!isBusy || entryCount % ONE_SETTLES_IN === 0 || unsettled.length >= TOO_MANY_UNSETTLED);
};

/**
 * What a posting requires of the balance without holds, so that it is never negative in between.
 *
 * @throws ApiError INSUFFICIENT_BALANCE
 */
const requiredKobo = (balanceKobo: number, reservedKobo: number, entries: readonly UnsettledEntry[]): number => {
  let current = balanceKobo;
  let lowest = balanceKobo;
  for (const entry of entries) {
    current += signedKobo(entry);
    lowest = Math.min(lowest, current);
    if (entry.type === 'debit' && current < reservedKobo) {
      const debits = entries.reduce((sum, { type, amountKobo }) => (type === 'debit' ? sum + amountKobo : sum), 0);
      const details = { balanceKobo: balanceKobo - reservedKobo, requiredKobo: debits };
      throw new ApiError('INSUFFICIENT_BALANCE', { details });
    }
  }
  return balanceKobo - lowest;
};

const addEntries = (
  wallet: Wallet,
  added: readonly NewEntry[],
  nowMs: number,
  settles: boolean,
  settled?: Hold,
): Posting => {
  const key = walletKeys.wallet(wallet.accountId, wallet.environment);
  if (added.length === 0 && !settled) {
    return { operations: { wallet: check(key, nothingPosted(wallet)) }, entries: [], wallet };
  }
  // Not before what was posted already, so that few entries are moved when they are numbered.
  const atMs = Math.max(nowMs, Date.parse(wallet.updatedAt));
  const entries = added.map((entry) => newUnsettled(entry, atMs));
  const others = settled ? withoutHold(wallet.holds, settled.id) : wallet.holds;
  const holds = runningHolds(others, nowMs);
  const ended = [...(settled ? [settled] : []), ...lapsedHolds(others, nowMs)];
  const required = requiredKobo(wallet.balanceKobo, totalKobo(holds), entries);

  const changedKobo = entries.reduce((sum, entry) => sum + signedKobo(entry), 0);
  const debitCount = entries.filter(({ type }) => type === 'debit').length;
  const creditCount = entries.length - debitCount;
  const dropped = droppedHolds(ended);
  const late = settles && settlesOnTheWay(wallet, nowMs) ? settlementOf(wallet, SETTLED_ON_THE_WAY, nowMs) : undefined;
  const unsettled = [...wallet.unsettled.slice(late?.count ?? 0), ...entries];
  return {
    operations: {
      wallet: update(key, {
        add: {
          balanceKobo: changedKobo,
          unheldKobo: changedKobo + dropped.freedKobo,
          entryCount: entries.length,
          creditCount,
          debitCount,
        },
        remove: dropped.remove,
        // Only a list that nobody else changes can be replaced: one update cannot both append to it and shorten it.
        ...(late ? { set: { unsettled, ...late.end } } : { extend: { unsettled: entries } }),
        when: {
          pk: 'exists',
          ...(required > 0 && { unheldKobo: { atLeast: required - dropped.freedKobo } }),
          ...dropped.when,
          ...(late && { ...nothingPosted(wallet), ...nothingSettled(wallet) }),
        },
      }),
      ...late?.items,
      ...late?.events,
    },
    entries,
    wallet: {
      ...wallet,
      balanceKobo: wallet.balanceKobo + changedKobo,
      entryCount: wallet.entryCount + entries.length,
      creditCount: wallet.creditCount + creditCount,
      debitCount: wallet.debitCount + debitCount,
      ...late?.end,
      unsettled,
      holds,
      ...(entries[0] && { updatedAt: entries[0].createdAt }),
    },
  };
};

/**
 * Adds entries to the end of a wallet's ledger. Pure: nothing is written until the operations are.
 *
 * Credits and debits apply in the given order, and the balance is never below zero in between. Amounts that others hold
 * are not spent. Postings do not refuse each other: the wallet takes its entries in the order of their transactions,
 * and they are numbered when they are settled (`settle`). Without entries, the wallet is only required to be unchanged,
 * so that free actions take the same path as charged ones. The operations may settle older entries and emit their
 * events, for which their writer needs the family `outbox`.
 *
 * @param settled a hold that ends with the posting, so that the entries can spend what it reserved.
 * @throws ApiError INSUFFICIENT_BALANCE with `details: {balanceKobo, requiredKobo}`, the balance without what others
 * hold; RangeError for an amount that is not a whole number of kobo above zero.
 */
export const post = (wallet: Wallet, entries: readonly NewEntry[], nowMs: number, settled?: Hold): Posting =>
  addEntries(wallet, entries, nowMs, true, settled);

/**
 * Adds a credit to the end of a wallet's ledger, as {@link post} does. It settles no other entries, so that no event is
 * needed.
 */
export const postCredit = (wallet: Wallet, credit: Omit<NewEntry, 'type'>, nowMs: number): Posting =>
  addEntries(wallet, [{ ...credit, type: 'credit' }], nowMs, false);

/**
 * Makes a posting refuse when anything else was posted since its wallet was read, so that the balance becomes exactly
 * what it states.
 */
export const exactly = ({ operations, ...posting }: Posting, read: Wallet): Posting => ({
  ...posting,
  operations: {
    ...operations,
    wallet: { ...operations.wallet, when: { ...operations.wallet.when, ...nothingPosted(read) } },
  },
});

/**
 * Postings take no turns. One that was refused had settled others on its way, or had met a wallet that was set, and the
 * next try is unlikely to: a wait in proportion to its duration would only be long.
 */
const WALLET_RETRY: LatestRetryPolicy = {
  attempts: 60,
  waitMs: (wait) => Math.random() * Math.min(2_000, 20 * 2 ** wait),
};

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
): Promise<Attempted<T, Name>> =>
  onLatest(wallet, attempt, newerOf(walletRecord(wallet)), { retry: WALLET_RETRY, ...contention });
