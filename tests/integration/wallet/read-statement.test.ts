import { beforeAll, describe, expect, test } from 'vitest';
import { handler } from '#functions/api/wallet/read-statement';
import { readStatement } from '#functions/api/wallet/read-statement.contract';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { walletKeys } from '#shared/wallet/keys';
import { toLedgerItem } from '#shared/wallet/ledger-entry';
import { MAX_STATEMENT_ENTRIES } from '#shared/wallet/statement';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, addEntries, entry, ledgerOf, publicEndpoint } from './support.ts';

const call = endpoint(readStatement, handler);

/** Times in the ledger under test: the first and last moment of October in Lagos, and those next to them. */
const POSTINGS = [
  ['2026-09-30T22:59:59.999Z', entry('debit', 1_000)],
  ['2026-09-30T23:00:00.000Z', entry('debit', 2_000)],
  ['2026-10-10T10:00:00.000Z', { ...entry('debit', 4_000), actionKey: 'cac_verification' }],
  ['2026-10-10T10:00:00.000Z', { ...entry('debit', 8_000), actionKey: 'cac_verification' }],
  ['2026-10-11T10:00:00.000Z', { ...entry('credit', 8_000), actionKey: 'cac_verification' }],
  ['2026-10-31T22:59:59.999Z', entry('credit', 16_000)],
  ['2026-10-31T23:00:00.000Z', entry('debit', 32_000)],
] as const;

let account: SignedInAccount;

beforeAll(async () => {
  account = await accountWithWallets(Date.parse('2026-08-18T12:00:00.000Z'));
  for (const [at, posted] of POSTINGS) await addEntries(account.accountId, 'sandbox', [posted], Date.parse(at));
});

const statementOf = async (month: string) =>
  (await call(account, { query: { environment: 'sandbox', month } })).body.statement;

describe('The statement of a month', () => {
  test('sums up the postings between its midnights in Lagos, by type and action', async () => {
    expect(await statementOf('2026-10')).toStrictEqual({
      environment: 'sandbox',
      month: '2026-10',
      from: '2026-09-30T23:00:00.000Z',
      to: '2026-10-31T22:59:59.999Z',
      isComplete: true,
      openingBalanceKobo: 9_999_000,
      creditKobo: 24_000,
      debitKobo: 14_000,
      closingBalanceKobo: 10_009_000,
      lines: [
        { type: 'credit', actionKey: null, count: 1, amountKobo: 16_000 },
        { type: 'credit', actionKey: 'cac_verification', count: 1, amountKobo: 8_000 },
        { type: 'debit', actionKey: 'cac_verification', count: 2, amountKobo: 12_000 },
        { type: 'debit', actionKey: 'kyb_session_base', count: 1, amountKobo: 2_000 },
      ],
    });
  });

  test('begins with the balance at which the previous one ended, up to the current balance', async () => {
    const months = await Promise.all(['2026-07', '2026-08', '2026-09', '2026-10', '2026-11'].map(statementOf));
    expect(months.map(({ openingBalanceKobo }) => openingBalanceKobo)).toStrictEqual([
      0,
      ...months.slice(0, -1).map(({ closingBalanceKobo }) => closingBalanceKobo),
    ]);
    const ledger = await ledgerOf(account.accountId, 'sandbox');
    expect(months.at(-1).closingBalanceKobo).toBe(ledger.at(-1)?.balanceAfterKobo);
  });

  test('of a month without transactions has the previous balance at both ends', async () => {
    const quiet = await accountWithWallets(Date.parse('2026-08-18T12:00:00.000Z'));
    const { body } = await call(quiet, { query: { environment: 'sandbox', month: '2026-09' } });
    expect(body.statement).toMatchObject({
      openingBalanceKobo: 10_000_000,
      closingBalanceKobo: 10_000_000,
      lines: [],
    });
  });

  test('is CSV for callers that prefer it, and JSON for all others', async () => {
    const query = { environment: 'sandbox', month: '2026-10' };
    const send = publicEndpoint(readStatement, handler);
    const withAccept = (accept: string) => send({ headers: { ...account.headers, accept }, query });
    const { headers, body } = await withAccept('text/csv');
    expect(headers).toMatchObject({
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      Vary: expect.stringMatching(/^Accept, /),
    });
    expect(body?.split('\r\n')).toStrictEqual([
      'line,type,action_key,count,amount_kobo,amount_naira',
      'opening_balance,,,,9999000,99990.00',
      'transactions,credit,,1,16000,160.00',
      'transactions,credit,cac_verification,1,8000,80.00',
      'transactions,debit,cac_verification,2,12000,120.00',
      'transactions,debit,kyb_session_base,1,2000,20.00',
      'closing_balance,,,,10009000,100090.00',
      '',
    ]);
    for (const accept of ['*/*', 'application/json', 'application/json, text/csv;q=0.5', 'text/csv;q=0']) {
      expect((await withAccept(accept)).headers?.['Content-Type'], accept).toBe('application/json');
    }
  });
});

describe('No statement is given', () => {
  test.each(['', '2026', '2026-13', '2026-00', '1969-12', '2026-10-01', '10-2026', '9999-12'])(
    'for %j, which is not a month that has begun',
    async (month) => {
      const { status, body } = await call(account, { query: { environment: 'sandbox', month } });
      expect([status, body.code, body.details[0].path]).toStrictEqual([400, 'VALIDATION_FAILED', 'month']);
    },
  );

  test('for a month with more transactions than it sums up', async () => {
    const busy = await accountWithWallets(Date.parse('2026-09-18T12:00:00.000Z'));
    const [first] = await ledgerOf(busy.accountId, 'sandbox');
    if (!first) throw new Error('The sandbox opens with a credit');
    const sequence = MAX_STATEMENT_ENTRIES + 2;
    const last = { ...first, sequence, createdAt: '2026-10-18T12:00:00.000Z' };
    await serviceTable().transact({
      entry: put(toLedgerItem(last)),
      wallet: update(walletKeys.wallet(busy.accountId, 'sandbox'), {
        set: { entryCount: sequence, settledCount: sequence },
        when: { pk: 'exists' },
      }),
    });
    const { status, body } = await call(busy, { query: { environment: 'sandbox', month: '2026-10' } });
    expect([status, body.code]).toStrictEqual([422, 'RANGE_TOO_LONG']);
  });
});

securitySuite({ contract: readStatement, handler, request: async () => ({ query: { month: '2026-10' } }) });
