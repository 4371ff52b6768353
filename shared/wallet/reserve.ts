import { update } from '#shared/db/expressions';
import type { Attempted } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { type Hold, type HoldsOfWallet, newHold, runningHolds, withoutHold } from './hold.ts';
import { walletKeys } from './keys.ts';
import { withWallet } from './ledger.ts';
import { loadWallet, type Wallet, walletUnchanged } from './wallet.ts';

/** Maximum number of simultaneous holds of a wallet, so that its item stays within a few kilobytes. */
const MAX_HOLDS = 100;

/**
 * Changes the holds of a wallet, and retries from the latest wallet while that changes.
 *
 * @param change returns the new holds, or undefined to change nothing; an error that it throws ends the retries.
 */
const changeHolds = async (
  table: Pick<Table, 'get' | 'write'>,
  wallet: Wallet,
  change: (wallet: Wallet) => HoldsOfWallet | undefined,
): Promise<Wallet> => {
  const attempt = async (latest: Wallet): Promise<Attempted<Wallet>> => {
    const set = change(latest);
    if (!set) return { result: { written: true }, value: latest };
    const key = walletKeys.wallet(latest.accountId, latest.environment);
    const tried = await table.write(update(key, { set: { ...set }, when: walletUnchanged(latest) }));
    const value = { ...latest, ...set, holds: [...set.holds] };
    return { result: tried.written ? { written: true } : { written: false, refusals: { wallet: tried } }, value };
  };
  const look = async (): Promise<Wallet> => {
    const latest = await loadWallet(table, wallet);
    change(latest);
    return latest;
  };
  const { result, value } = await withWallet(wallet, attempt, { look });
  if (!result.written) throw new Error('The holds of a wallet were refused, though it has not changed');
  return value;
};

/**
 * Reserves a part of a balance: nobody else can spend it until it is settled (`post`) or released, or its lease ends.
 * The ledger gets no entry. Holds whose lease has ended are dropped.
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
  const held = await changeHolds(table, wallet, (latest) => {
    // The client retries a write whose response was lost, so the hold may exist already.
    if (latest.holds.some(({ id }) => id === holdId)) return undefined;
    const running = runningHolds(latest.holds, nowMs);
    if (running.length >= MAX_HOLDS) throw new ApiError('RATE_LIMITED', { retryAfterSeconds: 1 });
    const holds = [...running, newHold(holdId, amountOf(latest), nowMs)];
    return { holds, holdChangeCount: latest.holdChangeCount + 1 };
  });
  const hold = held.holds.find(({ id }) => id === holdId);
  if (!hold) throw new Error('A hold that was placed is missing');
  return { wallet: held, hold };
};

/** Releases a hold, so that others can spend what it reserved. Does nothing if the hold no longer exists. */
export const release = async (table: Pick<Table, 'get' | 'write'>, wallet: Wallet, { id }: Hold): Promise<void> => {
  await changeHolds(table, wallet, (latest) =>
    latest.holds.some((hold) => hold.id === id) ? withoutHold(latest, id) : undefined,
  );
};
