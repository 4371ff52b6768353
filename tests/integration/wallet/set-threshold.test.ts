import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/wallet/read-wallet';
import { readWallet } from '#functions/api/wallet/read-wallet.contract';
import { handler } from '#functions/api/wallet/set-threshold';
import { setThreshold } from '#functions/api/wallet/set-threshold.contract';
import { serviceTable } from '#shared/db/client';
import { loadWallet } from '#shared/wallet/wallet';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, addEntries, entry, openBoth } from './support.ts';

const call = endpoint(setThreshold, handler);
const read = endpoint(readWallet, readHandler);

describe('Setting the threshold of a wallet', () => {
  test('returns the wallet as later reads do', async () => {
    const account = await accountWithWallets();
    const { status, body } = await call(account, { body: { thresholdKobo: 250_000 } });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: true,
      wallet: { environment: 'live', balanceKobo: 0, lowBalanceThresholdKobo: 250_000 },
    });
    expect((await read(account)).body).toStrictEqual(body);
  });

  test('affects one environment', async () => {
    const account = await accountWithWallets();
    const query = { environment: 'sandbox' };
    await call(account, { query, body: { thresholdKobo: 250_000 } });
    expect((await read(account, { query })).body.wallet.lowBalanceThresholdKobo).toBe(250_000);
    expect((await read(account)).body.wallet.lowBalanceThresholdKobo).toBe(0);
  });

  test('to its current value changes nothing', async () => {
    const account = await accountWithWallets();
    const first = await call(account, { body: { thresholdKobo: 250_000 } });
    const second = await call(account, { body: { thresholdKobo: 250_000 } });
    expect(second.body).toStrictEqual(first.body);
  });

  test('does not affect balance and ledger while debits go on', async () => {
    const account = await accountWithWallets();
    const { accountId } = account;
    const query = { environment: 'sandbox' };
    const debits = Array.from({ length: 4 }, () => addEntriesInsistently(accountId));
    const settings = [1, 2, 3, 4].map((kobo) => call(account, { query, body: { thresholdKobo: kobo } }));
    const statuses = (await Promise.all(settings)).map(({ status }) => status);
    await Promise.all(debits);
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await loadWallet(serviceTable(), { accountId, environment: 'sandbox' })).toMatchObject({
      balanceKobo: 10_000_000 - 4_000,
      entryCount: 5,
      settingsCount: 4,
    });
  });

  test('counts as a wallet write', async () => {
    const { headers } = await call(await accountWithWallets(), { body: { thresholdKobo: 1 } });
    expect(headers).toMatchObject({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '9' });
  });
});

const addEntriesInsistently = async (accountId: string): Promise<void> => {
  for (let tries = 0; tries < 50; tries++) {
    const written = await addEntries(accountId, 'sandbox', [entry('debit', 1_000)]).then(
      () => true,
      () => false,
    );
    if (written) return;
  }
  throw new Error('The wallet was never free');
};

describe('Setting the threshold is refused', () => {
  test.each([{}, { thresholdKobo: null }, { thresholdKobo: -1 }, { thresholdKobo: 0.5 }, { thresholdKobo: '1' }])(
    'with %j',
    async (body) => {
      const response = await call(await accountWithWallets(), { body });
      expect(response.status).toBe(400);
      expect(response.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'thresholdKobo' }] });
    },
  );
});

securitySuite({
  contract: setThreshold,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return { body: { thresholdKobo: 1 } };
  },
});
