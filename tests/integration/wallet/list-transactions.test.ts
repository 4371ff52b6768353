import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler } from '#functions/api/wallet/list-transactions';
import { listTransactions } from '#functions/api/wallet/list-transactions.contract';
import { serviceTable } from '#shared/db/client';
import type { TableReader } from '#shared/db/operations';
import { newId } from '#shared/platform/ids';
import type { NewEntry } from '#shared/wallet/ledger';
import { toLedgerItem } from '#shared/wallet/ledger-entry';
import { type LedgerFilter, MAX_FILTERED_ENTRIES, readLedgerPage } from '#shared/wallet/ledger-pages';
import { NEWEST_SETTLED } from '#shared/wallet/whole-ledger';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, addEntries, entry, ledgerOf, openBoth } from './support.ts';

const call = endpoint(listTransactions, handler);
const table = serviceTable();

const SANDBOX = { environment: 'sandbox' };

/**
 * The postings of the ledger under test, with their times and entries. Some have the same time, and days border on
 * midnight in Lagos.
 */
const POSTINGS: readonly [at: string, ...types: ('credit' | 'debit')[]][] = [
  ['2026-11-19T10:00:00.000Z', 'debit', 'debit'],
  ['2026-11-19T10:00:00.000Z', 'debit'],
  ['2026-11-19T22:59:59.999Z', 'credit'],
  ['2026-11-19T23:00:00.000Z', 'debit'],
  ['2026-11-20T08:00:00.000Z', 'debit', 'credit', 'debit', 'debit'],
  ['2026-11-20T08:00:00.001Z', 'credit'],
  ['2026-11-20T22:59:59.999Z', 'debit', 'debit'],
  ['2026-11-20T23:00:00.000Z', 'debit'],
  ['2026-11-21T09:30:00.000Z', 'credit', 'credit', 'debit'],
  ['2026-11-21T12:00:00.000Z', 'debit', 'debit', 'debit', 'debit', 'debit', 'debit', 'debit'],
];

const OPENED_AT = '2026-11-18T12:00:00.000Z';

let account: SignedInAccount;

beforeAll(async () => {
  account = await accountWithWallets(Date.parse(OPENED_AT));
  for (const [index, [at, ...types]] of POSTINGS.entries()) {
    const entries = types.map((type, offset) => entry(type, 1_000 + index * 10 + offset));
    await addEntries(account.accountId, 'sandbox', entries, Date.parse(at));
  }
});

const idsOf = (body: { transactions: { id: string }[] }): string[] => body.transactions.map(({ id }) => id);

describe('Listing transactions', () => {
  test('returns them newest first, each with the balance after it', async () => {
    const { status, body } = await call(account, { query: { ...SANDBOX, limit: '2' } });
    const ledger = await ledgerOf(account.accountId, 'sandbox');
    const newest = ledger.at(-1);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      transactions: [
        {
          id: newest?.id,
          type: 'debit',
          amountKobo: 1_096,
          balanceAfterKobo: newest?.balanceAfterKobo,
          actionKey: 'kyb_session_base',
          description: 'Onboarding session of one applicant',
          reference: null,
          environment: 'sandbox',
          createdAt: '2026-11-21T12:00:00.000Z',
        },
        expect.objectContaining({ id: ledger.at(-2)?.id }),
      ],
      pagination: { page: 1, limit: 2, total: 24, totalPages: 12, hasNext: true, hasPrev: false },
    });
  });

  test('shows the test money of the sandbox as its first credit', async () => {
    const { body } = await call(account, { query: { ...SANDBOX, page: '24', limit: '1' } });
    expect(body.transactions).toMatchObject([{ type: 'credit', amountKobo: 10_000_000, balanceAfterKobo: 10_000_000 }]);
    expect(body.pagination).toMatchObject({ hasNext: false, hasPrev: true });
  });

  test('shows the live wallet by default, which is empty at first', async () => {
    const { body } = await call(account);
    expect(body).toStrictEqual({
      success: true,
      transactions: [],
      pagination: { page: 1, limit: 20, total: 0, totalPages: 0, hasNext: false, hasPrev: false },
    });
  });

  test('takes dates as days in Lagos, both ends included', async () => {
    const { body } = await call(account, { query: { ...SANDBOX, from: '2026-11-20', to: '2026-11-20' } });
    const times = body.transactions.map(({ createdAt }: { createdAt: string }) => createdAt);
    expect(times.at(-1)).toBe('2026-11-19T23:00:00.000Z');
    expect(times[0]).toBe('2026-11-20T22:59:59.999Z');
    expect(body.pagination.total).toBe(8);
  });

  test('every page of every filter equals that of a read of the whole ledger', async () => {
    const ledger = (await ledgerOf(account.accountId, 'sandbox')).toReversed();
    const moments = [OPENED_AT, '2026-11-22T00:00:00.000Z', '2020-01-01T00:00:00.000Z', ...POSTINGS.map(([at]) => at)];
    const between = moments.map((at) => new Date(Date.parse(at) + 1).toISOString());
    const moment = fc.option(fc.constantFrom(...moments, ...between), { nil: undefined });
    const request = fc.record({
      type: fc.constantFrom(undefined, 'credit' as const, 'debit' as const),
      range: fc.tuple(moment, moment).filter(([from, to]) => from === undefined || to === undefined || from <= to),
      page: fc.integer({ min: 1, max: 6 }),
      limit: fc.integer({ min: 1, max: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ type, range: [from, to], page, limit }) => {
        const expected = ledger.filter(
          (line) =>
            (type === undefined || line.type === type) &&
            (from === undefined || line.createdAt >= from) &&
            (to === undefined || line.createdAt <= to),
        );
        const query = { ...SANDBOX, page: `${page}`, limit: `${limit}`, ...(type && { type }) };
        const { body } = await call(account, { query: { ...query, ...(from && { from }), ...(to && { to }) } });
        expect(idsOf(body)).toStrictEqual(expected.slice((page - 1) * limit, page * limit).map(({ id }) => id));
        expect(body.pagination.total).toBe(expected.length);
      }),
      { numRuns: 120 },
    );
  });

  test('counts as a wallet read', async () => {
    const { headers } = await call(account);
    expect(headers).toMatchObject({ 'RateLimit-Limit': '60', 'RateLimit-Remaining': '59' });
  });
});

describe('Filtering transactions by their purpose', () => {
  const APPLICANT = 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7M';
  const OTHER = 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7N';
  const charge = (actionKey: string, reference: string): NewEntry => ({
    ...entry('debit', 1_000),
    actionKey,
    reference,
  });
  const refund: NewEntry = { ...entry('credit', 700), actionKey: 'address_verification', reference: APPLICANT };
  const CHARGES = [
    charge('kyb_session_base', APPLICANT),
    charge('cac_verification', APPLICANT),
    charge('kyb_session_base', OTHER),
    charge('address_verification', APPLICANT),
    refund,
    charge('cac_verification', OTHER),
  ];

  const charged = async () => {
    const owner = await accountWithWallets(Date.parse(OPENED_AT));
    for (const [day, one] of CHARGES.entries()) {
      await addEntries(owner.accountId, 'sandbox', [one], Date.parse(`2026-11-2${day}T10:00:00.000Z`));
    }
    return owner;
  };

  test('by action, reference, both, and with every other filter: exact pages and totals', async () => {
    const owner = await charged();
    const ledger = (await ledgerOf(owner.accountId, 'sandbox')).toReversed();
    const filters: Record<string, string>[] = [
      { actionKey: 'kyb_session_base' },
      { actionKey: 'address_verification' },
      { actionKey: 'address_verification', type: 'credit' },
      { actionKey: 'chat_per_1k_tokens' },
      { reference: APPLICANT },
      { reference: APPLICANT, actionKey: 'cac_verification' },
      { reference: APPLICANT, type: 'debit' },
      { reference: APPLICANT, from: '2026-11-21T10:00:00.000Z', to: '2026-11-23T10:00:00.000Z' },
      { reference: 'app_01KAJ3W8Q0V6XK4T8E2Z9C5R7P' },
      { reference: 'a#b' },
      { actionKey: 'cac_verification', from: '2026-11-22T00:00:00.000Z', to: '2026-11-30T00:00:00.000Z' },
    ];
    for (const filter of filters) {
      const expected = ledger.filter(
        (line) =>
          (!filter['actionKey'] || line.actionKey === filter['actionKey']) &&
          (!filter['reference'] || line.reference === filter['reference']) &&
          (!filter['type'] || line.type === filter['type']) &&
          (!filter['from'] || line.createdAt >= filter['from']) &&
          (!filter['to'] || line.createdAt <= filter['to']),
      );
      for (const page of [1, 2]) {
        const { body } = await call(owner, { query: { ...SANDBOX, ...filter, page: String(page), limit: '2' } });
        expect(idsOf(body), JSON.stringify(filter)).toStrictEqual(
          expected.slice((page - 1) * 2, page * 2).map(({ id }) => id),
        );
        expect(body.pagination.total).toBe(expected.length);
      }
    }
  });

  test("does not find another account's charges with the same reference", async () => {
    await charged();
    const { body } = await call(await accountWithWallets(), { query: { ...SANDBOX, reference: APPLICANT } });
    expect(body.transactions).toStrictEqual([]);
  });

  test.each([
    ['actionKey', { actionKey: 'coffee' }],
    ['reference', { reference: '' }],
    ['reference', { reference: 'x'.repeat(101) }],
  ] as [string, Record<string, string>][])('refuses %s in %j', async (path, query) => {
    const { status, body } = await call(account, { query });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });
});

/**
 * The table, with its use counted: sequential trips, items read, and how often the newest settled entries were read beside
 * an index.
 */
const measured = () => {
  let trips = 0;
  let items = 0;
  let newest = 0;
  let open = 0;
  const reader: TableReader = {
    ...table,
    query: async (range) => {
      if (open++ === 0) trips++;
      try {
        const page = await table.query(range);
        if (range.limit === NEWEST_SETTLED) newest++;
        else items += page.items.length;
        return page;
      } finally {
        open--;
      }
    },
  };
  return { reader, cost: () => ({ trips, items, newest }) };
};

describe('The cost of a page', () => {
  const FILTERS: readonly [string, LedgerFilter][] = [
    ['everything', {}],
    ['one type', { type: 'debit' }],
    ['a range of times', { from: '2026-11-19T00:00:00.000Z', to: '2026-11-21T23:00:00.000Z' }],
    [
      'one type in a range of times',
      { type: 'debit', from: '2026-11-19T00:00:00.000Z', to: '2026-11-21T23:00:00.000Z' },
    ],
    ['all since a given time', { from: '2026-11-19T00:00:00.000Z' }],
  ];

  test.each(FILTERS)('of %s is the same at the beginning, in the middle and at the end', async (_, filter) => {
    const limit = 3;
    for (const page of [1, 3, 5]) {
      const { reader, cost } = measured();
      const owner = { accountId: account.accountId, environment: 'sandbox' } as const;
      const { entries } = await readLedgerPage(reader, owner, filter, { page, limit });
      expect(entries).toHaveLength(limit);
      expect(cost().trips).toBeLessThanOrEqual(2);
      expect(cost().items).toBeLessThanOrEqual(2 * limit);
      expect(cost().newest).toBe(Object.keys(filter).length === 0 ? 0 : 1);
    }
  });

  test('of the first page without times is one trip', async () => {
    for (const [filter, newest] of [
      [{}, 0],
      [{ type: 'debit' } as const, 1],
    ] as const) {
      const { reader, cost } = measured();
      await readLedgerPage(reader, { accountId: account.accountId, environment: 'sandbox' }, filter, {
        page: 1,
        limit: 3,
      });
      expect(cost()).toStrictEqual({ trips: 1, items: 3, newest });
    }
  });
});

describe('The cost of a filter by action or reference', () => {
  /** A ledger with as many entries as an index states, whose entries are made when they are read. */
  const longLedger = (length: number) => {
    const calls: number[] = [];
    let trips = 0;
    let open = 0;
    const line = (sequence: number) =>
      toLedgerItem({
        id: newId('txn', Date.parse(OPENED_AT) + sequence),
        accountId: 'usr_long',
        environment: 'sandbox',
        ...entry('debit', 1_000),
        actionKey: sequence % 2 === 0 ? 'cac_verification' : 'tin_verification',
        balanceAfterKobo: 1_000_000,
        sequence,
        creditCount: 0,
        debitCount: sequence,
        createdAt: new Date(Date.parse(OPENED_AT) + sequence).toISOString(),
      });
    const reader: TableReader = {
      ...table,
      query: async ({ between, limit = length }) => {
        if (open++ === 0) trips++;
        await Promise.resolve();
        open--;
        const [first, last] =
          between && !between[0].includes('T') ? between.map((key) => Number(key.split('#').at(-1))) : [1, length];
        const numbers = Array.from(
          { length: Math.min(limit, (last ?? 0) - (first ?? 0) + 1) },
          (_, i) => (last ?? 0) - i,
        );
        calls.push(numbers.length);
        return { items: numbers.map(line) };
      },
    };
    return {
      reader,
      cost: () => ({ trips, calls: calls.length, items: calls.reduce((sum, count) => sum + count, 0) }),
    };
  };
  const owner = { accountId: 'usr_long', environment: 'sandbox' } as const;
  const byAction = { actionKey: 'cac_verification' };
  const request = { page: 3, limit: 20 };

  test('of an action is at most 5,000 entries in two trips', async () => {
    const { reader, cost } = longLedger(MAX_FILTERED_ENTRIES);
    const { entries, total } = await readLedgerPage(reader, owner, byAction, request);
    expect(total).toBe(2_500);
    expect(entries.map(({ sequence }) => sequence)).toStrictEqual(Array.from({ length: 20 }, (_, i) => 4_920 - 2 * i));
    expect(cost()).toStrictEqual({ trips: 2, calls: 6, items: MAX_FILTERED_ENTRIES + 1 });
  });

  test('of an action in a longer ledger is one entry, and a refusal that says what to do', async () => {
    const { reader, cost } = longLedger(MAX_FILTERED_ENTRIES + 1);
    await expect(readLedgerPage(reader, owner, byAction, request)).rejects.toMatchObject({ code: 'RANGE_TOO_LONG' });
    expect(cost()).toStrictEqual({ trips: 1, calls: 1, items: 1 });
  });

  test('of a reference is its entries, in one trip, however long the ledger is', async () => {
    const owned = { accountId: account.accountId, environment: 'sandbox' } as const;
    const { reader, cost } = measured();
    const { total } = await readLedgerPage(reader, owned, { reference: 'app_none' }, request);
    expect(total).toBe(0);
    expect(cost()).toStrictEqual({ trips: 1, items: 0, newest: 1 });
  });
});

describe('Listing transactions is refused', () => {
  test.each([
    ['page', { page: '0' }],
    ['limit', { limit: '0' }],
    ['limit', { limit: '101' }],
    ['type', { type: 'refund' }],
    ['environment', { environment: 'staging' }],
    ['from', { from: 'yesterday' }],
    ['to', { to: '2026-02-30' }],
    ['from', { from: '2026-11-21', to: '2026-11-20' }],
    ['from', { from: '2026-11-21T10:00:00.001Z', to: '2026-11-21T11:00:00+01:00' }],
  ] as [string, Record<string, string>][])('for %s in %j', async (path, query) => {
    const { status, body } = await call(account, { query });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path }] });
  });

  test('with every problem at once', async () => {
    const { body } = await call(account, { query: { page: 'x', type: 'x', from: '2026-11-21', to: '2026-11-20' } });
    expect(body.details.map(({ path }: { path: string }) => path)).toStrictEqual(['page', 'type', 'from']);
  });
});

securitySuite({
  contract: listTransactions,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return {};
  },
});
