import type { DynamoDBStreamEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { handler as keepLists } from '#functions/events/keep-lists';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { timeOfId } from '#shared/platform/ids';
import { post } from '#shared/wallet/ledger';
import { findTransaction, type LedgerFilter, readLedgerPage } from '#shared/wallet/ledger-pages';
import { settle } from '#shared/wallet/settle';
import { sumUpMonth } from '#shared/wallet/statement';
import { loadWallet } from '#shared/wallet/wallet';
import { changeSettings } from '#shared/wallet/wallet-settings';
import { settleNow } from '#tests/support/ledgers';
import { eventsOfAccount } from '#tests/support/outbox';
import { addEntries, entry, expectSoundLedger, setThreshold, walletOwner } from './support.ts';

const table = serviceTable();
const MINUTE_MS = 60_000;

const sandboxOf = (accountId: string) => ({ accountId, environment: 'sandbox' }) as const;

const read = (accountId: string) => loadWallet(table, sandboxOf(accountId));

/** A sandbox wallet of which four entries are settled and three are not. */
const halfSettled = async () => {
  const accountId = await walletOwner();
  const add = (type: 'credit' | 'debit', amountKobo: number, reference: string | null) =>
    addEntries(accountId, 'sandbox', [{ ...entry(type, amountKobo), reference }]);
  await add('debit', 100, 'app_1');
  await add('credit', 10, 'top_1');
  await add('debit', 200, 'app_2');
  await settleNow(sandboxOf(accountId));
  await add('debit', 300, 'app_1');
  await add('credit', 20, 'top_2');
  await add('debit', 400, null);
  expect((await read(accountId)).unsettled).toHaveLength(3);
  return sandboxOf(accountId);
};

describe('Entries that are not settled yet', () => {
  const filters: readonly [string, LedgerFilter][] = [
    ['all', {}],
    ['by type', { type: 'debit' }],
    ['by type', { type: 'credit' }],
    ['by action', { actionKey: 'kyb_session_base' }],
    ['by reference', { reference: 'app_1' }],
    ['by reference and type', { reference: 'top_2', type: 'credit' }],
    ['by time', { from: '2020-01-01T00:00:00.000Z' }],
    ['by time', { from: '2020-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z', type: 'debit' }],
  ];

  test('are in every list of a ledger and on every page, as they are when they are settled', async () => {
    const owner = await halfSettled();
    const pagesOf = (filter: LedgerFilter) =>
      Promise.all([1, 2, 3].map((page) => readLedgerPage(table, owner, filter, { page, limit: 2 })));
    const before = await Promise.all(filters.map(([, filter]) => pagesOf(filter)));
    await settleNow(owner);
    expect((await read(owner.accountId)).unsettled).toEqual([]);
    const after = await Promise.all(filters.map(([, filter]) => pagesOf(filter)));
    expect(before).toStrictEqual(after);
    expect(before.map(([first]) => first?.total)).toStrictEqual([7, 4, 3, 4, 2, 1, 7, 4]);
  });

  test('are found by id, and summed up by the statement of their month', async () => {
    const owner = await halfSettled();
    const nowMs = Date.now();
    const { unsettled } = await read(owner.accountId);
    const month = new Date(nowMs + 60 * MINUTE_MS).toISOString().slice(0, 7);
    const statement = await sumUpMonth(table, owner, month, nowMs);
    expect(statement.closingBalanceKobo).toBe((await read(owner.accountId)).balanceKobo);
    const found = await Promise.all(unsettled.map(({ id }) => findTransaction(table, [owner], id)));
    await settleNow(owner);
    expect(await sumUpMonth(table, owner, month, nowMs)).toStrictEqual(statement);
    expect(await Promise.all(unsettled.map(({ id }) => findTransaction(table, [owner], id)))).toStrictEqual(found);
    expect(found.map((one) => one?.sequence)).toStrictEqual([5, 6, 7]);
  });

  test('keep the order of their transactions, whatever the clocks say, and are found by their ids', async () => {
    const accountId = await walletOwner();
    const owner = sandboxOf(accountId);
    const wallet = await read(accountId);
    const openedMs = Date.parse(wallet.updatedAt);
    const ids: string[] = [];
    // Both start from the same wallet; the one with the later clock is written first.
    for (const atMs of [openedMs + 5_000, openedMs + 1_000]) {
      const { operations, entries } = post(wallet, [entry('debit', 1)], atMs);
      expect((await table.transact(operations)).written).toBe(true);
      ids.push(...entries.map(({ id }) => id));
    }
    const unsettled = await Promise.all(ids.map((id) => findTransaction(table, [owner], id)));
    await settleNow(owner);
    const found = await Promise.all(ids.map((id) => findTransaction(table, [owner], id)));
    expect(found).toStrictEqual(unsettled);
    expect(found.map((one) => one?.sequence)).toStrictEqual([2, 3]);
    expect(found.map((one) => Date.parse(String(one?.createdAt)) - openedMs)).toStrictEqual([5_000, 5_000]);
    expect(timeOfId(String(ids[1])) - openedMs).toBe(1_000);
    await expectSoundLedger(accountId, 'sandbox');
  });

  test('are in a list that was read just before they were settled', async () => {
    const owner = await halfSettled();
    let isFirst = true;
    const late: Pick<Table, 'get' | 'query'> & Table = {
      ...table,
      query: async (range) => {
        const page = await table.query(range);
        if (isFirst) {
          isFirst = false;
          await settleNow(owner);
        }
        return page;
      },
      get: async (key) => {
        while (isFirst) await new Promise(setImmediate);
        await settleNow(owner);
        return table.get(key);
      },
    };
    const { total, entries } = await readLedgerPage(late, owner, {}, { page: 1, limit: 10 });
    expect([total, entries.map(({ sequence }) => sequence)]).toStrictEqual([7, [7, 6, 5, 4, 3, 2, 1]]);
  });
});

/** A table that dies before its `nth` write. */
const dyingAt = (nth: number): Table => {
  let writes = 0;
  const orDie = <Given, Result>(call: (given: Given) => Promise<Result>) =>
    ((given: Given) => {
      writes += 1;
      return writes >= nth ? Promise.reject(new Error('It died')) : call(given);
    }) as (given: Given) => Promise<Result>;
  return { ...table, write: orDie(table.write), transact: orDie(table.transact) as Table['transact'] };
};

describe('Settling', () => {
  const crossed = async () => {
    const accountId = await walletOwner();
    await setThreshold(accountId, 9_999_000);
    for (const amountKobo of [600, 600, 600]) await addEntries(accountId, 'sandbox', [entry('debit', amountKobo)]);
    return accountId;
  };

  test.each([1, 2, 3, 4])('is completed by the next call when it died before its write %i', async (nth) => {
    const accountId = await crossed();
    await expect(settle(dyingAt(nth), await read(accountId), Date.now())).rejects.toThrow('It died');
    await expectSoundLedger(accountId, 'sandbox');
    await settleNow(sandboxOf(accountId));
    await settleNow(sandboxOf(accountId));
    expect(await expectSoundLedger(accountId, 'sandbox')).toHaveLength(4);
    expect(await eventsOfAccount(accountId, 'wallet.balance.low')).toMatchObject([
      { data: { balanceKobo: 9_998_800 } },
    ]);
  });

  test('by many at once settles every entry once, while others are posted', async () => {
    const accountId = await crossed();
    const stale = await read(accountId);
    await Promise.all([
      ...Array.from({ length: 8 }, () => settle(table, stale, Date.now())),
      ...Array.from({ length: 20 }, async () => {
        const { operations } = post(stale, [entry('debit', 10)], Date.now());
        expect((await table.transact(operations)).written).toBe(true);
      }),
    ]);
    await settleNow(sandboxOf(accountId));
    expect(await expectSoundLedger(accountId, 'sandbox')).toHaveLength(24);
    expect(await eventsOfAccount(accountId, 'wallet.balance.low')).toHaveLength(1);
  });

  test('is done by postings while the stream stands still, so that the wallet stays small', async () => {
    const accountId = await crossed();
    const startMs = Date.now();
    for (let minutes = 1; minutes <= 5; minutes++) {
      await addEntries(accountId, 'sandbox', [entry('debit', 10)], startMs + minutes * MINUTE_MS);
      expect((await read(accountId)).unsettled).toHaveLength(1);
    }
    expect(await expectSoundLedger(accountId, 'sandbox')).toHaveLength(9);
    expect(await eventsOfAccount(accountId, 'wallet.balance.low')).toHaveLength(1);
  });

  test('comes before a change of the thresholds, which refuses without it', async () => {
    const accountId = await crossed();
    const wallet = await read(accountId);
    const change = (latest: typeof wallet) =>
      table.write(changeSettings(latest, { lowBalanceThresholdKobo: 5 }, Date.now()).operation);
    expect((await change(wallet)).written).toBe(false);
    expect((await change(await settle(table, wallet, Date.now()))).written).toBe(true);
    expect(await eventsOfAccount(accountId, 'wallet.balance.low')).toMatchObject([
      { data: { thresholdKobo: 9_999_000 } },
    ]);
  });

  test("is done by the table's stream", async () => {
    const accountId = await crossed();
    const image = {
      accountId: { S: accountId },
      environment: { S: 'sandbox' },
      unsettled: { L: [{ M: {} }] },
    };
    const record = {
      eventName: 'MODIFY',
      dynamodb: { SequenceNumber: '1', Keys: { pk: { S: 'x' }, sk: { S: 'WALLET' } }, NewImage: image },
    };
    const event = { Records: [record, record] } as unknown as DynamoDBStreamEvent;
    expect(await keepLists(event)).toEqual({ batchItemFailures: [] });
    expect((await read(accountId)).unsettled).toEqual([]);
    expect(await eventsOfAccount(accountId, 'wallet.balance.low')).toHaveLength(1);
  });
});
