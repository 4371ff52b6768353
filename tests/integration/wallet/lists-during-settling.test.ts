import { describe, expect, test } from 'vitest';
import { serviceTable } from '#shared/db/client';
import type { RangeQuery } from '#shared/db/range-reader';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { findTransaction, type LedgerFilter, readLedgerPage } from '#shared/wallet/ledger-pages';
import { settle } from '#shared/wallet/settle';
import { sumUpMonth } from '#shared/wallet/statement';
import { loadWallet } from '#shared/wallet/wallet';
import { settleNow } from '#tests/support/ledgers';
import { addEntries, entry, openBoth } from './support.ts';

const table = serviceTable();
type ServiceTable = typeof table;

/** Ten seconds before November begins in Lagos. */
const OPENED_AT_MS = Date.parse('2026-10-31T22:59:50.000Z');

/** The time of an entry: a second after the one before it. */
const timeOf = (number: number): string => isoTime(OPENED_AT_MS + number * 1_000);

/** A sandbox wallet with the debits and credits 2 to `count`, one a second; the first is its opening balance. */
const walletWith = async (count: number) => {
  const owner = { accountId: newId('usr', OPENED_AT_MS), environment: 'sandbox' } as const;
  await openBoth(owner.accountId, OPENED_AT_MS + 1_000);
  const post = (number: number) =>
    addEntries(
      owner.accountId,
      'sandbox',
      [{ ...entry(number % 3 === 0 ? 'credit' : 'debit', number), reference: `app_${number % 2}` }],
      Date.parse(timeOf(number)),
    );
  for (let number = 2; number <= count; number++) await post(number);
  return { owner, post };
};

/** A table whose indexes list no entry that is numbered above `last`. */
const laggingBehind = (last: number): ServiceTable => ({
  ...table,
  query: async ({ limit, ...range }) => {
    if (!range.index) return table.query({ ...range, ...(limit !== undefined && { limit }) });
    const { items } = await table.query(range);
    return { items: items.filter(({ sequence }) => Number(sequence) <= last).slice(0, limit) };
  },
});

const NOVEMBER = { from: '2026-10-31T23:00:00.000Z', to: '2026-11-30T22:59:59.999Z' };

const FILTERS: readonly LedgerFilter[] = [
  {},
  { type: 'debit' },
  { type: 'credit' },
  { actionKey: 'kyb_session_base' },
  { reference: 'app_1' },
  { reference: 'app_0', type: 'credit' },
  { from: timeOf(9) },
  { to: timeOf(12) },
  { to: timeOf(3) },
  { ...NOVEMBER, type: 'debit' },
  { from: timeOf(12), to: timeOf(13), type: 'debit' },
  { from: timeOf(11), actionKey: 'kyb_session_base' },
];

/** Pages of every filter, and the statement of November. */
const everyList = async (reader: ServiceTable, owner: { accountId: string; environment: 'sandbox' }) => ({
  pages: await Promise.all(
    FILTERS.flatMap((filter) => [1, 3].map((page) => readLedgerPage(reader, owner, filter, { page, limit: 3 }))),
  ),
  statement: await sumUpMonth(reader, owner, '2026-11', Date.parse('2026-12-02T00:00:00.000Z')),
});

describe('While the indexes lag behind the table', () => {
  test.each([14, 11])('no list, total or statement lacks an entry when %i of 14 are settled', async (settled) => {
    const { owner, post } = await walletWith(settled);
    await settleNow(owner);
    for (let number = settled + 1; number <= 14; number++) await post(number);
    const expected = await everyList(table, owner);
    expect(expected.pages[0]?.total).toBe(14);
    for (const last of [12, 9, 0]) expect(await everyList(laggingBehind(last), owner)).toStrictEqual(expected);
  });

  test('a transaction that is settled late is found', async () => {
    const { owner } = await walletWith(3);
    const { unsettled } = await loadWallet(table, owner);
    await settleNow(owner);
    for (const { id } of unsettled) {
      expect(await findTransaction(laggingBehind(1), [owner], id)).toMatchObject({ id });
    }
  });
});

/** A table that calls `before` once, when its wallet has been read and nothing else. */
const overtakenBy = (before: () => Promise<void>): ServiceTable => {
  const wallet = Promise.withResolvers<void>();
  let done: Promise<void> | undefined;
  return {
    ...table,
    get: async (key) => {
      const item = await table.get(key);
      wallet.resolve();
      return item;
    },
    query: async (range: RangeQuery) => {
      await wallet.promise;
      done ??= before();
      await done;
      return table.query(range);
    },
  };
};

/** Settles a wallet as far as it can when each write of these entries fails. */
const settleWithout = async (owner: { accountId: string; environment: 'sandbox' }, numbers: readonly number[]) => {
  const failing: ServiceTable = {
    ...table,
    write: (operation) => {
      const isOne = operation.kind === 'put' && numbers.includes(Number(operation.item['sequence']));
      return isOne ? Promise.reject(new Error('It died')) : table.write(operation);
    },
  };
  await expect(settle(failing, await loadWallet(table, owner), Date.now())).rejects.toThrow('It died');
};

const LISTS: readonly LedgerFilter[] = [{}, { type: 'debit' }, { to: timeOf(99) }, { reference: 'app_1' }];

const isWithin = ({ type, reference }: LedgerFilter, number: number): boolean =>
  (type === undefined || (number % 3 !== 0 && number !== 1)) &&
  (reference === undefined || (number % 2 === 1 && number !== 1));

/** The numbers of a list whose newest entry is this one. */
const numbersTo = (newest: number, filter: LedgerFilter): readonly number[] =>
  Array.from({ length: newest }, (_, index) => newest - index).filter((number) => isWithin(filter, number));

const readNumbers = async (
  reader: ServiceTable,
  owner: { accountId: string; environment: 'sandbox' },
  filter: LedgerFilter,
  limit: number,
) => {
  const { entries, total } = await readLedgerPage(reader, owner, filter, { page: 1, limit });
  return { total, numbers: entries.map(({ sequence }) => sequence) };
};

describe('While entries are being written', () => {
  test.each(LISTS)('a list by %j is without holes when newer ones were posted and half settled', async (filter) => {
    for (const limit of [1, 2, 100]) {
      const { owner, post } = await walletWith(6);
      await settleNow(owner);
      await post(7);
      const reader = overtakenBy(async () => {
        for (const number of [8, 9, 10, 11]) await post(number);
        await settleWithout(owner, [8, 9]);
      });
      const expected = numbersTo(7, filter);
      expect(await readNumbers(reader, owner, filter, limit)).toStrictEqual({
        total: expected.length,
        numbers: expected.slice(0, limit),
      });
    }
  });

  test.each(LISTS)('a list by %j is without holes when it was read between two writes', async (filter) => {
    for (const missing of [[2, 3], [5], [6], [4, 7], [2, 3, 4, 5, 6, 7]]) {
      const { owner } = await walletWith(7);
      await settleWithout(owner, missing);
      const settled = Promise.withResolvers<void>();
      let left = 0;
      const reader: ServiceTable = {
        ...table,
        query: async (range) => {
          left++;
          const page = await table.query(range);
          left--;
          // The wallet is read when every list has been.
          if (left === 0) settled.resolve(settleNow(owner));
          return page;
        },
        get: async (key) => {
          await settled.promise;
          return table.get(key);
        },
      };
      const expected = numbersTo(7, filter);
      expect(await readNumbers(reader, owner, filter, 5)).toStrictEqual({
        total: expected.length,
        numbers: expected.slice(0, 5),
      });
    }
  });
});
