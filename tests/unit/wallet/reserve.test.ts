import { describe, expect, test } from 'vitest';
import { put, type WriteOperation } from '#shared/db/expressions';
import type { WriteResult } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { newHold } from '#shared/wallet/hold';
import { walletKeys } from '#shared/wallet/keys';
import { post } from '#shared/wallet/ledger';
import type { NewEntry } from '#shared/wallet/ledger-entry';
import { placeHold, release, reserve } from '#shared/wallet/reserve';
import { availableKobo, loadWallet, type Wallet } from '#shared/wallet/wallet';
import { memoryTable } from '#tests/support/memory-table';

const NOW_MS = Date.parse('2026-11-21T14:00:00.000Z');

const walletWith = (balanceKobo: number): Wallet => ({
  accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW',
  environment: 'live',
  balanceKobo,
  entryCount: 1,
  creditCount: 1,
  debitCount: 0,
  unsettled: [],
  settledCount: 1,
  settledAt: '2026-11-21T13:00:00.000Z',
  lowBalanceThresholdKobo: 0,
  autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, failureCount: 0 },
  settingsCount: 0,
  holds: [],
  createdAt: '2026-11-21T13:00:00.000Z',
  updatedAt: '2026-11-21T13:00:00.000Z',
});

const OWNER = { accountId: 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW', environment: 'live' } as const;

/**
 * A stored wallet.
 * @param lost how many writes lose their responses and are retried.
 */
const storedWallet = async (start: Wallet, lost = 0) => {
  const memory = memoryTable();
  const store = async (wallet: Wallet) => {
    const { holds, ...rest } = wallet;
    const held = holds.reduce((sum, { amountKobo }) => sum + amountKobo, 0);
    const byId = Object.fromEntries(holds.map(({ id, ...hold }) => [id, hold]));
    const item = { ...walletKeys.wallet(OWNER.accountId, OWNER.environment), ...rest, holds: byId };
    await memory.write(put({ ...item, unheldKobo: wallet.balanceKobo - held }, {}));
  };
  await store(start);
  let left = lost;
  const write = async (operation: WriteOperation): Promise<WriteResult> => {
    const result = await memory.write(operation);
    if (left === 0) return result;
    left -= 1;
    return memory.write(operation);
  };
  return { read: () => loadWallet(memory, OWNER), table: { ...memory, write }, store };
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
    const stored = await storedWallet(walletWith(1_000));
    const { wallet, hold } = await reserve(stored.table, await stored.read(), 'msg_1', () => 700, NOW_MS);
    expect([wallet.balanceKobo, availableKobo(wallet, NOW_MS), await stored.read()]).toStrictEqual([
      1_000,
      300,
      wallet,
    ]);
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
    const wallet = { ...walletWith(1_000), holds: [mine, other] };
    const settled = post(wallet, [debit(600)], NOW_MS, mine);
    expect(settled.wallet).toMatchObject({ balanceKobo: 400, holds: [other] });
    expect(settled.operations.wallet).toMatchObject({
      add: { balanceKobo: -600, unheldKobo: 0 },
      remove: ['holds>msg_1'],
      when: { 'holds>msg_1': 'exists', unheldKobo: { atLeast: 0 } },
    });
    expect(() => post(wallet, [debit(601)], NOW_MS, mine)).toThrow(ApiError);
  });

  test('is removed even if nothing is charged in the end', () => {
    const hold = newHold('msg_1', 600, NOW_MS);
    const { operations, wallet } = post({ ...walletWith(1_000), holds: [hold] }, [], NOW_MS, hold);
    expect([operations.wallet.kind, wallet.holds, wallet.balanceKobo]).toStrictEqual(['update', [], 1_000]);
  });

  test('ends with its lease, and the next one removes it', async () => {
    const dead = newHold('msg_dead', 1_000, NOW_MS - 40_000);
    const stored = await storedWallet({ ...walletWith(1_000), holds: [dead] });
    expect(availableKobo(await stored.read(), NOW_MS - 1)).toBe(0);
    expect(availableKobo(await stored.read(), NOW_MS)).toBe(1_000);
    const { wallet } = await reserve(stored.table, await stored.read(), 'msg_1', () => 1, NOW_MS);
    expect(wallet.holds.map(({ id }) => id)).toStrictEqual(['msg_1']);
  });

  test('refuses a posting that was made without it', async () => {
    const stored = await storedWallet(walletWith(1_000));
    const posting = post(await stored.read(), [debit(1_000)], NOW_MS);
    await reserve(stored.table, await stored.read(), 'msg_1', () => 700, NOW_MS);
    expect(await stored.table.write(posting.operations.wallet)).toMatchObject({ written: false });
  });

  test('is made from the current state of the wallet, and ended by what its callback throws', async () => {
    const stored = await storedWallet(walletWith(1_000));
    const stale = await stored.read();
    await stored.store({ ...stale, balanceKobo: 10, entryCount: 2 });
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
    expect([seen, (await stored.read()).holds]).toStrictEqual([[1_000, 10], []]);
  });

  test('is one reservation although its response was lost', async () => {
    const stored = await storedWallet(walletWith(1_000), 1);
    const { wallet } = await reserve(stored.table, await stored.read(), 'msg_1', () => 700, NOW_MS);
    expect([wallet.holds.length, (await stored.read()).holds.length]).toStrictEqual([1, 1]);
  });

  test('is refused while a wallet has a hundred of them', async () => {
    const holds = Array.from({ length: 100 }, (_, i) => newHold(`msg_${i}`, 1, NOW_MS));
    const stored = await storedWallet({ ...walletWith(1_000), holds });
    const made = reserve(stored.table, await stored.read(), 'msg_new', () => 1, NOW_MS);
    await expect(made).rejects.toMatchObject({ code: 'RATE_LIMITED', extras: { retryAfterSeconds: 1 } });
    expect(await reserve(stored.table, await stored.read(), 'msg_new', () => 1, NOW_MS + 40_000)).toMatchObject({
      wallet: { holds: [{ id: 'msg_new' }] },
    });
  });

  test('is released once; a second release changes nothing', async () => {
    const stored = await storedWallet(walletWith(1_000));
    const { wallet, hold } = await reserve(stored.table, await stored.read(), 'msg_1', () => 700, NOW_MS);
    await release(stored.table, wallet, hold);
    const after = await stored.read();
    await release(stored.table, after, hold);
    expect([after.holds, await stored.read()]).toStrictEqual([[], after]);
  });

  test('and a posting that both fit the balance do not refuse each other', async () => {
    const stored = await storedWallet(walletWith(1_000));
    const read = await stored.read();
    const results = [
      await stored.table.write(placeHold(read, 'msg_1', 300, NOW_MS).operation),
      await stored.table.write(post(read, [debit(300)], NOW_MS).operations.wallet),
      await stored.table.write(placeHold(read, 'msg_2', 400, NOW_MS).operation),
      await stored.table.write(placeHold(read, 'msg_3', 1, NOW_MS).operation),
    ];
    expect(results.map(({ written }) => written)).toStrictEqual([true, true, true, false]);
    expect(availableKobo(await stored.read(), NOW_MS)).toBe(0);
  });

  test('is not placed without cover', () => {
    expect(() => placeHold(walletWith(1_000), 'msg_1', 1_001, NOW_MS)).toThrow(
      expect.objectContaining({ extras: { details: { balanceKobo: 1_000, requiredKobo: 1_001 } } }),
    );
  });

  test('whose lease has ended is freed by one of two postings', async () => {
    const dead = newHold('msg_dead', 1_000, NOW_MS - 40_000);
    const stored = await storedWallet({ ...walletWith(1_000), holds: [dead] });
    const read = await stored.read();
    const postings = [400, 500].map((amountKobo) => post(read, [debit(amountKobo)], NOW_MS).operations.wallet);
    const results = [];
    for (const posting of postings) results.push(await stored.table.write(posting));
    expect(results.map(({ written }) => written)).toStrictEqual([true, false]);
    expect(availableKobo(await stored.read(), NOW_MS)).toBe(600);
  });
});
