import { describe, expect, test } from 'vitest';
import type { Item, WriteOperation } from '#shared/db/expressions';
import type { WriteResult } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { newHold } from '#shared/wallet/hold';
import { walletKeys } from '#shared/wallet/keys';
import { post } from '#shared/wallet/ledger';
import type { NewEntry } from '#shared/wallet/ledger-entry';
import { release, reserve } from '#shared/wallet/reserve';
import { availableKobo, type Wallet, walletUnchanged } from '#shared/wallet/wallet';

const NOW_MS = Date.parse('2026-11-21T14:00:00.000Z');

const walletWith = (balanceKobo: number): Wallet => ({
  accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
  environment: 'live',
  balanceKobo,
  entryCount: 1,
  creditCount: 1,
  debitCount: 0,
  lowBalanceThresholdKobo: 0,
  autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, failureCount: 0 },
  settingsCount: 0,
  holds: [],
  holdChangeCount: 0,
  createdAt: '2026-11-21T13:00:00.000Z',
  updatedAt: '2026-11-21T13:00:00.000Z',
});

/**
 * A stored wallet that accepts a write only for its current state.
 * @param lost how many writes lose their responses and are retried.
 */
const storedWallet = (start: Wallet, lost = 0) => {
  let wallet = start;
  let left = lost;
  const apply = (operation: WriteOperation): WriteResult => {
    if (operation.kind !== 'update') throw new Error('Holds are updates');
    const found: Item = { ...walletKeys.wallet(wallet.accountId, wallet.environment), ...wallet };
    if (JSON.stringify(operation.when) !== JSON.stringify(walletUnchanged(wallet))) return { written: false, found };
    wallet = { ...wallet, ...operation.set };
    return { written: true, item: undefined };
  };
  const write = async (operation: WriteOperation): Promise<WriteResult> => {
    const result = apply(operation);
    if (left === 0) return result;
    left -= 1;
    return apply(operation);
  };
  return {
    read: () => wallet,
    table: { write, get: async () => undefined },
    change: (changed: Wallet) => (wallet = changed),
  };
};

const debit = (amountKobo: number): NewEntry => ({
  type: 'debit',
  amountKobo,
  actionKey: null,
  description: 'Test',
  reference: null,
});

describe('A reservation', () => {
  test('moves no money, and nobody else can spend it', async () => {
    const stored = storedWallet(walletWith(1_000));
    const { wallet, hold } = await reserve(stored.table, stored.read(), 'msg_1', () => 700, NOW_MS);
    expect([wallet.balanceKobo, availableKobo(wallet, NOW_MS), stored.read()]).toStrictEqual([1_000, 300, wallet]);
    expect(hold).toStrictEqual({ id: 'msg_1', amountKobo: 700, untilMs: NOW_MS + 40_000 });
    expect(() => post(wallet, [debit(301)], NOW_MS)).toThrow(ApiError);
    expect(post(wallet, [debit(300)], NOW_MS).wallet.balanceKobo).toBe(700);
  });

  test('refuses debits with the available amount, not with the balance', () => {
    const wallet = { ...walletWith(1_000), holds: [newHold('msg_1', 700, NOW_MS)] };
    expect(() => post(wallet, [debit(500)], NOW_MS)).toThrow(
      expect.objectContaining({ extras: { details: { balanceKobo: 300, requiredKobo: 500 } } }),
    );
  });

  test('does not affect credits, even if it reserves the whole wallet', () => {
    const wallet = { ...walletWith(1_000), holds: [newHold('msg_1', 1_000, NOW_MS)] };
    expect(post(wallet, [{ ...debit(5), type: 'credit' }], NOW_MS).wallet.balanceKobo).toBe(1_005);
  });

  test('is settled by the posting that spends it, and others stay', () => {
    const [mine, other] = [newHold('msg_1', 600, NOW_MS), newHold('msg_2', 400, NOW_MS)];
    const wallet = { ...walletWith(1_000), holds: [mine, other], holdChangeCount: 2 };
    const settled = post(wallet, [debit(600)], NOW_MS, mine);
    expect(settled.wallet).toMatchObject({ balanceKobo: 400, holds: [other], holdChangeCount: 3 });
    expect(settled.operations.wallet).toMatchObject({ set: { balanceKobo: 400, holds: [other], holdChangeCount: 3 } });
    expect(() => post(wallet, [debit(601)], NOW_MS, mine)).toThrow(ApiError);
  });

  test('is removed even if nothing is charged in the end', () => {
    const hold = newHold('msg_1', 600, NOW_MS);
    const { operations, wallet } = post({ ...walletWith(1_000), holds: [hold] }, [], NOW_MS, hold);
    expect([operations.wallet.kind, wallet.holds, wallet.balanceKobo]).toStrictEqual(['update', [], 1_000]);
  });

  test('ends with its lease, and the next one removes it', async () => {
    const dead = newHold('msg_dead', 1_000, NOW_MS - 40_000);
    const stored = storedWallet({ ...walletWith(1_000), holds: [dead], holdChangeCount: 1 });
    expect(availableKobo(stored.read(), NOW_MS - 1)).toBe(0);
    expect(availableKobo(stored.read(), NOW_MS)).toBe(1_000);
    const { wallet } = await reserve(stored.table, stored.read(), 'msg_1', () => 1, NOW_MS);
    expect(wallet.holds.map(({ id }) => id)).toStrictEqual(['msg_1']);
  });

  test('refuses a posting that was made without it', async () => {
    const stored = storedWallet(walletWith(1_000));
    const posting = post(stored.read(), [debit(1_000)], NOW_MS);
    await reserve(stored.table, stored.read(), 'msg_1', () => 700, NOW_MS);
    expect(await stored.table.write(posting.operations.wallet)).toMatchObject({ written: false });
  });

  test('is made from the current state of the wallet, and ended by what its callback throws', async () => {
    const stored = storedWallet(walletWith(1_000));
    const stale = stored.read();
    stored.change({ ...stale, balanceKobo: 10, entryCount: 2 });
    const seen: number[] = [];
    const made = reserve(
      stored.table,
      stale,
      'msg_1',
      ({ balanceKobo }) => {
        seen.push(balanceKobo);
        if (balanceKobo < 700) throw new ApiError('INSUFFICIENT_BALANCE');
        return 700;
      },
      NOW_MS,
    );
    await expect(made).rejects.toThrow(ApiError);
    expect([seen, stored.read().holds]).toStrictEqual([[1_000, 10], []]);
  });

  test('is one reservation although its response was lost', async () => {
    const stored = storedWallet(walletWith(1_000), 1);
    const { wallet } = await reserve(stored.table, stored.read(), 'msg_1', () => 700, NOW_MS);
    expect([wallet.holds.length, stored.read().holds.length]).toStrictEqual([1, 1]);
  });

  test('is refused while a wallet has a hundred of them', async () => {
    const holds = Array.from({ length: 100 }, (_, i) => newHold(`msg_${i}`, 1, NOW_MS));
    const stored = storedWallet({ ...walletWith(1_000), holds, holdChangeCount: 100 });
    const made = reserve(stored.table, stored.read(), 'msg_new', () => 1, NOW_MS);
    await expect(made).rejects.toMatchObject({ code: 'RATE_LIMITED', extras: { retryAfterSeconds: 1 } });
    expect(await reserve(stored.table, stored.read(), 'msg_new', () => 1, NOW_MS + 40_000)).toMatchObject({
      wallet: { holds: [{ id: 'msg_new' }] },
    });
  });

  test('is released once; a second release changes nothing', async () => {
    const stored = storedWallet(walletWith(1_000));
    const { wallet, hold } = await reserve(stored.table, stored.read(), 'msg_1', () => 700, NOW_MS);
    await release(stored.table, wallet, hold);
    const after = stored.read();
    await release(stored.table, after, hold);
    expect([after.holds, stored.read()]).toStrictEqual([[], after]);
  });
});
