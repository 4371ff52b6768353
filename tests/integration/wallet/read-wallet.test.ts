import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/wallet/read-wallet';
import { readWallet } from '#functions/api/wallet/read-wallet.contract';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, addEntries, entry, openBoth } from './support.ts';

const call = endpoint(readWallet, handler);

describe('Reading a wallet', () => {
  test('returns the live one by default', async () => {
    const account = await accountWithWallets(Date.parse('2026-11-21T14:00:00Z'));
    const { status, body } = await call(account);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      wallet: {
        environment: 'live',
        balanceKobo: 0,
        balance: 0,
        currency: 'NGN',
        lowBalanceThresholdKobo: 0,
        autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, stoppedReason: null },
        updatedAt: '2026-11-21T14:00:00.000Z',
      },
    });
    expect((await call(account, { query: { environment: 'live' } })).body).toStrictEqual(body);
  });

  test('returns the sandbox one with its test money on request', async () => {
    const { body } = await call(await accountWithWallets(), { query: { environment: 'sandbox' } });
    expect(body.wallet).toMatchObject({ environment: 'sandbox', balanceKobo: 10_000_000, balance: 100_000 });
  });

  test('returns the current balance, in naira and kobo', async () => {
    const account = await accountWithWallets();
    await addEntries(account.accountId, 'sandbox', [entry('debit', 50_025)]);
    const { body } = await call(account, { query: { environment: 'sandbox' } });
    expect(body.wallet).toMatchObject({ balanceKobo: 9_949_975, balance: 99_499.75 });
  });

  test('counts as a wallet read', async () => {
    const { headers } = await call(await accountWithWallets());
    expect(headers).toMatchObject({ 'RateLimit-Limit': '60', 'RateLimit-Remaining': '59' });
  });
});

describe('Reading a wallet is refused', () => {
  test.each(['staging', '', 'LIVE', '#'])('for the environment %j', async (environment) => {
    const { status, body } = await call(await accountWithWallets(), { query: { environment } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'environment' }] });
  });
});

securitySuite({
  contract: readWallet,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return {};
  },
});
