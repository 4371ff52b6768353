import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Operations, operationsOf } from '#shared/db/named-operations';
import { ApiError } from '#shared/errors/api-error';
import { walletKeys, walletLists } from '#shared/wallet/keys';
import { type NewEntry, post, withWallet } from '#shared/wallet/ledger';
import { fromLedgerItem } from '#shared/wallet/ledger-entry';
import { settle } from '#shared/wallet/settle';
import { fromWalletItem, loadWallet, openWallets, type Wallet } from '#shared/wallet/wallet';
import { memoryTable } from '#tests/support/memory-table';

const ACCOUNT_ID = 'usr_01KAJ3VYB2M9D5H7N1P3Q8S6TW';
const NOW_MS = Date.parse('2026-11-21T14:00:00.000Z');

const itemsOf = (operations: Operations) =>
  operationsOf(operations).flatMap((operation) => (operation.kind === 'put' ? [operation.item] : []));

const opened = (environment: 'sandbox' | 'live'): Wallet => {
  const { pk, sk } = walletKeys.wallet(ACCOUNT_ID, environment);
  const item = itemsOf(openWallets(ACCOUNT_ID, NOW_MS)).find((put) => put.pk === pk && put.sk === sk);
  if (!item) throw new Error('The wallet was not opened');
  return fromWalletItem(item);
};

const entry = (type: NewEntry['type'], amountKobo: number): NewEntry => ({
  type,
  amountKobo,
  actionKey: null,
  description: 'Test',
  reference: null,
});

const walletWith = (balanceKobo: number): Wallet =>
  balanceKobo === 0 ? opened('live') : post(opened('live'), [entry('credit', balanceKobo)], NOW_MS).wallet;

describe('Opening the wallets of an account', () => {
  test('leaves live empty and without entries', () => {
    expect(opened('live')).toMatchObject({ environment: 'live', balanceKobo: 0, entryCount: 0 });
  });

  test('makes the test money of sandbox the first credit of its ledger', () => {
    const wallet = opened('sandbox');
    const ledger = itemsOf(openWallets(ACCOUNT_ID, NOW_MS)).filter(({ sk }) => sk.startsWith('ENTRY'));
    expect(wallet).toMatchObject({ balanceKobo: 10_000_000, entryCount: 1, creditCount: 1, debitCount: 0 });
    expect(ledger.map(fromLedgerItem)).toMatchObject([
      { type: 'credit', amountKobo: 10_000_000, balanceAfterKobo: 10_000_000, sequence: 1, environment: 'sandbox' },
    ]);
  });

  test('does not open an existing wallet again', () => {
    for (const operation of operationsOf(openWallets(ACCOUNT_ID, NOW_MS)))
      expect(operation.when).toStrictEqual({ pk: 'missing' });
  });
});

describe('A posting', () => {
  test('is one update of the wallet, which requires only that the wallet covers it', () => {
    const wallet = opened('sandbox');
    const { operations, entries } = post(wallet, [entry('debit', 50_000)], NOW_MS);
    expect(operations).toStrictEqual({
      wallet: {
        kind: 'update',
        key: walletKeys.wallet(ACCOUNT_ID, 'sandbox'),
        add: { balanceKobo: -50_000, unheldKobo: -50_000, entryCount: 1, creditCount: 0, debitCount: 1 },
        remove: [],
        extend: { unsettled: entries },
        when: { pk: 'exists', unheldKobo: { atLeast: 50_000 } },
      },
    });
  });

  /** A sandbox wallet with this many unsettled entries, all posted now. */
  const unsettledWith = (count: number): Wallet =>
    Array.from({ length: count }).reduce<Wallet>((wallet) => {
      const { entries, wallet: after } = post({ ...wallet, unsettled: [] }, [entry('debit', 1)], NOW_MS);
      return { ...after, unsettled: [...wallet.unsettled, ...entries] };
    }, opened('sandbox'));

  // The opening credit is the first of a sandbox wallet's entries, and is settled.
  test.each([
    ['one unsettled entry, in time', 1, 0, 0],
    ['one that is late', 1, 11_000, 1],
    ['twenty that are late', 20, 11_000, 20],
    ['some that are late on a busy wallet, mostly', 30, 11_000, 0],
    ['some that are late on a busy wallet, one posting in ten', 29, 11_000, 20],
    ['a hundred in time, mostly', 100, 0, 0],
    ['more than a hundred in time, one posting in ten', 109, 0, 20],
    ['five hundred', 501, 0, 20],
  ])('to a wallet with %s settles what it has to', (_, count, laterMs, settled) => {
    const { operations } = post(unsettledWith(count), [entry('debit', 1)], NOW_MS + laterMs);
    expect(Object.keys(operations).filter((name) => name.startsWith('ledger'))).toHaveLength(settled);
    expect(operations.wallet).toHaveProperty(settled > 0 ? 'set' : 'extend');
  });

  test('without entries only requires that the wallet has not changed', () => {
    const wallet = opened('sandbox');
    expect(post(wallet, [], NOW_MS)).toStrictEqual({
      operations: {
        wallet: {
          kind: 'check',
          key: walletKeys.wallet(ACCOUNT_ID, 'sandbox'),
          when: { entryCount: { equals: 1 } },
        },
      },
      entries: [],
      wallet,
    });
  });

  test('may debit the whole balance', () => {
    expect(post(walletWith(50_000), [entry('debit', 50_000)], NOW_MS).wallet.balanceKobo).toBe(0);
  });

  test('that the balance does not cover is refused whole, with the available and the required amount', () => {
    const refused = () => post(walletWith(50_000), [entry('debit', 50_000), entry('debit', 1)], NOW_MS);
    expect(refused).toThrow(ApiError);
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'INSUFFICIENT_BALANCE',
        extras: { details: { balanceKobo: 50_000, requiredKobo: 50_001 } },
      }),
    );
  });

  test('covers debits only with the credits before them', () => {
    const wallet = walletWith(0);
    expect(post(wallet, [entry('credit', 10), entry('debit', 10)], NOW_MS).wallet.balanceKobo).toBe(0);
    expect(() => post(wallet, [entry('debit', 10), entry('credit', 10)], NOW_MS)).toThrow(ApiError);
  });

  test.each([0, -1, 1.5, Number.NaN, Number.MAX_SAFE_INTEGER + 1])('refuses an amount of %d kobo', (amount) => {
    expect(() => post(opened('sandbox'), [entry('credit', amount)], NOW_MS)).toThrow(RangeError);
  });

  test("is never older than the wallet's last entry, whatever the clock says", () => {
    const later = post(opened('sandbox'), [entry('debit', 1)], NOW_MS + 5_000).wallet;
    const { entries, wallet } = post(later, [entry('debit', 1)], NOW_MS);
    expect(entries[0]?.createdAt).toBe('2026-11-21T14:00:05.000Z');
    expect(wallet.updatedAt).toBe('2026-11-21T14:00:05.000Z');
  });
});

/** Wallets in memory, with what is done to them. */
const memoryWallets = async () => {
  const table = memoryTable();
  await table.transact(openWallets(ACCOUNT_ID, NOW_MS));
  const owner = { accountId: ACCOUNT_ID, environment: 'live' } as const;
  const read = () => loadWallet(table, owner);
  return {
    table,
    read,
    settled: async () => settle(table, await read(), NOW_MS),
    ledger: async () => {
      const partition = walletLists.ledger(ACCOUNT_ID, 'live');
      return (await table.queryAll({ partition, startsWith: walletLists.ledgerEntries })).map(fromLedgerItem);
    },
  };
};

const signed = ({ type, amountKobo }: { type: string; amountKobo: number }): number =>
  type === 'credit' ? amountKobo : -amountKobo;

const entriesArbitrary = fc.array(
  fc.record({
    type: fc.constantFrom('credit' as const, 'debit' as const),
    amountKobo: fc.integer({ min: 1, max: 40 }),
  }),
  { maxLength: 4 },
);

describe('Any interleaving of postings', () => {
  test('leaves a dense ledger that sums to the balance, entry by entry, and never below zero', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(entriesArbitrary, { minLength: 1, maxLength: 8 }),
        fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 8, maxLength: 8 }),
        async (scheduler, postings, clockSkews) => {
          const { table, read, settled, ledger: ledgerNow } = await memoryWallets();
          const start = await read();
          const patience = { retry: { attempts: 1_000, waitMs: () => 0 } };
          const runs = postings.map((requested, index) =>
            withWallet(
              start,
              async (wallet) => {
                const entries = requested.map(({ type, amountKobo }) => entry(type, amountKobo));
                const { operations } = post(wallet, entries, NOW_MS + (clockSkews[index] ?? 0));
                await scheduler.schedule(Promise.resolve());
                const free = operations.wallet.kind === 'check';
                return { result: free ? { written: true } : await table.transact(operations), value: requested };
              },
              patience,
            ),
          );
          const settling = scheduler.schedule(Promise.resolve()).then(settled);
          const [outcomes] = await scheduler.waitFor(Promise.all([Promise.allSettled(runs), settling]));
          await Promise.all([settled(), settled()]);

          const written = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value.value : []));
          for (const outcome of outcomes) {
            if (outcome.status === 'rejected') expect(outcome.reason.code).toBe('INSUFFICIENT_BALANCE');
          }
          const ledger = await ledgerNow();
          const wallet = await read();
          expect(ledger.map(({ sequence }) => sequence)).toStrictEqual(ledger.map((_, index) => index + 1));
          let balanceKobo = 0;
          const counts = { credit: 0, debit: 0 };
          let time = '';
          for (const line of ledger) {
            balanceKobo += signed(line);
            counts[line.type]++;
            expect(line.balanceAfterKobo).toBe(balanceKobo);
            expect(line.creditCount).toBe(counts.credit);
            expect(line.debitCount).toBe(counts.debit);
            expect(line.balanceAfterKobo).toBeGreaterThanOrEqual(0);
            expect(line.createdAt >= time).toBe(true);
            time = line.createdAt;
          }
          expect(wallet.balanceKobo).toBe(balanceKobo);
          expect(wallet.balanceKobo).toBe(written.reduce((sum, line) => sum + signed(line), 0));
          expect(wallet.entryCount).toBe(written.length);
        },
      ),
      { numRuns: 150 },
    );
  });
});

describe('Retrying a posting', () => {
  const refusal = (wallet: Wallet) => ({
    found: { ...walletKeys.wallet(ACCOUNT_ID, wallet.environment), ...wallet, holds: {} },
  });
  const atOnce = { retry: { attempts: 4, waitMs: () => 0 } };

  test('continues with the wallet that refused it', async () => {
    const stale = opened('sandbox');
    const fresh = post(stale, [entry('debit', 1)], NOW_MS).wallet;
    const seen: number[] = [];
    const { result, value } = await withWallet(
      stale,
      async (wallet) => {
        seen.push(wallet.entryCount);
        const written = wallet.entryCount === fresh.entryCount;
        return { result: written ? { written } : { written, refusals: { wallet: refusal(fresh) } }, value: 'done' };
      },
      atOnce,
    );
    expect({ result, value, seen }).toStrictEqual({ result: { written: true }, value: 'done', seen: [1, 2] });
  });

  test("leaves any other refusal than the wallet's and its ledger's to the caller", async () => {
    const stale = opened('sandbox');
    const fresh = post(stale, [entry('debit', 1)], NOW_MS).wallet;
    let tries = 0;
    const refusals = { wallet: refusal(fresh), applicant: { found: { pk: 'APP#app', sk: 'APPLICANT' } } };
    const { result } = await withWallet(
      stale,
      async () => {
        tries++;
        return { result: { written: false, refusals }, value: undefined };
      },
      atOnce,
    );
    expect(result).toStrictEqual({ written: false, refusals });
    expect(tries).toBe(1);
  });

  test('ends with an error that asks for another request if the wallet keeps changing', async () => {
    let wallet = opened('sandbox');
    let tries = 0;
    const endless = withWallet(
      wallet,
      async () => {
        tries++;
        wallet = { ...wallet, entryCount: wallet.entryCount + 1 };
        return { result: { written: false, refusals: { wallet: refusal(wallet) } }, value: undefined };
      },
      atOnce,
    );
    await expect(endless).rejects.toMatchObject({ name: 'TableContended' });
    expect(tries).toBe(5);
  });
});
