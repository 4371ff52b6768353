import { update, type WriteOperation } from '#shared/db/expressions';
import type { Attempted, Contention } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { type Hold, heldKobo, lapsedHolds, newHold, runningHolds } from './hold.ts';
import { droppedHolds, holdPath } from './hold-changes.ts';
import { walletKeys } from './keys.ts';
import { withWallet } from './ledger.ts';
import { fromWalletItem, loadWallet, type Wallet } from './wallet.ts';

/** Maximum number of simultaneous holds of a wallet, so that its item stays within a few kilobytes. */
const MAX_HOLDS = 100;

/** A hold to be placed. */
export interface PlacedHold {
  readonly hold: Hold;
  /** Refuses when the wallet no longer covers the hold, or has it already. */
  readonly operation: WriteOperation;
  /** The wallet with the hold, if nothing else changes it before. */
  readonly wallet: Wallet;
}

/**
 * Reserves a part of a balance: nobody else can spend it until it is settled (`post`) or released, or its lease ends.
 * The ledger gets no entry. Holds whose lease has ended are dropped. Pure: nothing is written until the operation is,
 * alone or in a transaction. Holds and postings do not refuse each other while the balance covers them.
 *
 * @param holdId a new id.
 * @throws ApiError RATE_LIMITED while the wallet has 100 holds; INSUFFICIENT_BALANCE with `details: {balanceKobo,
 * requiredKobo}`.
 */
export const placeHold = (wallet: Wallet, holdId: string, amountKobo: number, nowMs: number): PlacedHold => {
  const running = runningHolds(wallet.holds, nowMs);
  if (running.length >= MAX_HOLDS) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 1 });
  const balanceKobo = wallet.balanceKobo - heldKobo(running, nowMs);
  if (amountKobo > balanceKobo) {
    throw new ApiError('INSUFFICIENT_BALANCE', { details: { balanceKobo, requiredKobo: amountKobo } });
  }
  const hold = newHold(holdId, amountKobo, nowMs);
  const { id, ...stored } = hold;
  const { freedKobo, remove, when } = droppedHolds(lapsedHolds(wallet.holds, nowMs));
  return {
    hold,
    operation: update(walletKeys.wallet(wallet.accountId, wallet.environment), {
      set: { [holdPath(id)]: stored },
      add: { unheldKobo: freedKobo - amountKobo },
      remove,
      when: { unheldKobo: { atLeast: amountKobo - freedKobo }, [holdPath(id)]: 'missing', ...when },
    }),
    wallet: { ...wallet, holds: [...running, hold] },
  };
};

/**
 * Places a hold ({@link placeHold}), and tries again from the latest wallet when that covers less than it did.
 *
 * @param holdId a new id.
 * @param amountOf returns the amount, given the latest wallet; it throws when the wallet does not cover it.
 * @returns the wallet with the hold.
 * @throws ApiError RATE_LIMITED while the wallet has 100 holds.
 */
export const reserve = async (
  table: Pick<Table, 'get' | 'write'>,
  wallet: Wallet,
  holdId: string,
  amountOf: (wallet: Wallet) => number,
  nowMs: number,
): Promise<{ readonly wallet: Wallet; readonly hold: Hold }> => {
  const attempt = async (latest: Wallet): Promise<Attempted<Wallet>> => {
    // The client retries a write whose response was lost, so the hold may exist already.
    if (latest.holds.some(({ id }) => id === holdId)) return { result: { written: true }, value: latest };
    const placed = placeHold(latest, holdId, amountOf(latest), nowMs);
    const tried = await table.write(placed.operation);
    if (!tried.written) return { result: { written: false, refusals: { wallet: tried } }, value: latest };
    return { result: { written: true }, value: tried.item ? fromWalletItem(tried.item) : placed.wallet };
  };
  const look: Contention<Wallet>['look'] = async () => {
    const latest = await loadWallet(table, wallet);
    amountOf(latest);
    return latest;
  };
  const { result, value } = await withWallet(wallet, attempt, { look });
  const hold = value.holds.find(({ id }) => id === holdId);
  if (!result.written || !hold) throw new Error('A hold was refused, though its wallet covers it');
  return { wallet: value, hold };
};

/** Releases a hold, so that others can spend what it reserved. Does nothing if the hold no longer exists. */
export const release = async (table: Pick<Table, 'write'>, wallet: Wallet, hold: Hold): Promise<void> => {
  const { freedKobo, remove, when } = droppedHolds([hold]);
  const key = walletKeys.wallet(wallet.accountId, wallet.environment);
  await table.write(update(key, { add: { unheldKobo: freedKobo }, remove, when }));
};
