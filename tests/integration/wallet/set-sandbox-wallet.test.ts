import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/sandbox/set-sandbox-wallet';
import { setSandboxWallet } from '#functions/api/sandbox/set-sandbox-wallet.contract';
import { serviceTable } from '#shared/db/client';
import { loadWallet } from '#shared/wallet/wallet';
import { apiKeyFor, type SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { setAutoTopUp, wakesOf } from '#tests/support/top-up-world';
import { accountWithWallets, expectSoundLedger, hold, ledgerOf, openBoth } from './support.ts';

const call = endpoint(setSandboxWallet, handler);

describe('Setting the test money of the sandbox wallet', () => {
  test.each([
    ['less', 250_000, [{ type: 'debit', amountKobo: 9_750_000 }]],
    ['nothing', 0, [{ type: 'debit', amountKobo: 10_000_000 }]],
    ['more', 1_000_000_000, [{ type: 'credit', amountKobo: 990_000_000 }]],
    ['its current value', 10_000_000, []],
  ] as const)('to %s is a transaction of the difference', async (_, balanceKobo, entries) => {
    const account = await accountWithWallets();
    const { status, body } = await call(account, { body: { balanceKobo } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, wallet: { environment: 'sandbox', balanceKobo, currency: 'NGN' } });
    const [, ...added] = await expectSoundLedger(account.accountId, 'sandbox');
    expect(added).toMatchObject(entries.map((entry) => ({ ...entry, balanceAfterKobo: balanceKobo, actionKey: null })));
    expect(await ledgerOf(account.accountId, 'live')).toEqual([]);
  });

  test('works with a key of the sandbox, and is a 404 with one of live', async () => {
    const account = await accountWithWallets();
    const [test_, live] = await Promise.all([apiKeyFor(account, 'sandbox'), apiKeyFor(account, 'live')]);
    const as = (key: unknown) => key as SignedInAccount;
    expect(await call(as(test_), { body: { balanceKobo: 5 } })).toMatchObject({ status: 200 });
    expect(await call(as(live), { body: { balanceKobo: 7 } })).toMatchObject({
      status: 404,
      body: { code: 'WALLET_NOT_FOUND' },
    });
    expect((await loadWallet(serviceTable(), { ...account, environment: 'sandbox' })).balanceKobo).toBe(5);
    expect((await loadWallet(serviceTable(), { ...account, environment: 'live' })).balanceKobo).toBe(0);
  });

  test('several times at once leaves one of the balances, and a ledger that sums to it', async () => {
    const account = await accountWithWallets();
    const asked = [1, 20, 300, 4_000];
    const answers = await Promise.all(asked.map((balanceKobo) => call(account, { body: { balanceKobo } })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expectSoundLedger(account.accountId, 'sandbox');
    const { balanceKobo } = await loadWallet(serviceTable(), { ...account, environment: 'sandbox' });
    expect(asked).toContain(balanceKobo);
  });

  test('below a threshold has the effects of a debit, so that automatic top-ups can be tried', async () => {
    const account = await accountWithWallets();
    await setAutoTopUp(account.accountId, 'sandbox');
    await call(account, { body: { balanceKobo: 49_999 } });
    expect(await wakesOf(account.accountId)).toHaveLength(1);
  });

  test('removes nothing that a chat message in progress reserves', async () => {
    const account = await accountWithWallets();
    await hold(account.accountId, 'sandbox', 1_000);
    expect(await call(account, { body: { balanceKobo: 999 } })).toMatchObject({
      status: 402,
      body: { code: 'INSUFFICIENT_BALANCE' },
    });
    expect((await call(account, { body: { balanceKobo: 1_000 } })).status).toBe(200);
  });

  test('counts as a wallet write', async () => {
    const { headers } = await call(await accountWithWallets(), { body: { balanceKobo: 1 } });
    expect(headers).toMatchObject({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '9' });
  });
});

test.each([
  ['a negative balance', { balanceKobo: -1 }],
  ['more than 1,000,000,000 kobo', { balanceKobo: 1_000_000_001 }],
  ['a fraction of a kobo', { balanceKobo: 0.5 }],
  ['no balance', {}],
])('%s is a 400, and changes nothing', async (_, body) => {
  const account = await accountWithWallets();
  expect(await call(account, { body })).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(await ledgerOf(account.accountId, 'sandbox')).toHaveLength(1);
});

securitySuite({
  contract: setSandboxWallet,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return { body: { balanceKobo: 1 } };
  },
});
