import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handler } from '#functions/api/wallet/start-top-up';
import { startTopUp } from '#functions/api/wallet/start-top-up.contract';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { type Payments, PaymentsUnavailable } from '#shared/sources/payments';
import { paystackPayments } from '#shared/sources/payments-paystack';
import { findTopUp } from '#shared/wallet/top-up';
import { loadWallet } from '#shared/wallet/wallet';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { fakePaystack } from '#tests/support/fake-paystack';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, openBoth } from './support.ts';

const call = endpoint(startTopUp, handler);
const table = serviceTable();

const throughPayments = (payments: Payments) => endpoint(startTopUp, handler.with({ payments: () => payments }));

const withEmail = async (account: SignedInAccount, email: string): Promise<SignedInAccount> => {
  const { accountId } = account;
  await table.write(put({ ...authKeys.account(accountId), accountId, email }));
  return account;
};

describe('Starting a top-up', () => {
  test('returns its reference and the address to pay at, and moves no money', async () => {
    const account = await accountWithWallets();
    const { status, body } = await call(account, { body: { amountKobo: 250_000 } });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        reference: expect.stringMatching(/^top_[0-9A-Z]{26}$/),
        authorizationUrl: expect.stringContaining('/v1/wallet/checkout/top_'),
        status: 'pending',
      },
    });
    expect(body.data.authorizationUrl).toContain(body.data.reference);
    expect((await loadWallet(table, { accountId: account.accountId, environment: 'live' })).balanceKobo).toBe(0);
  });

  test("returns an address under the API's own host", async () => {
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    for (const basePath of ['', '/_aws/execute-api/local']) {
      vi.stubEnv('API_URL', `https://api.test${basePath}`);
      const { body } = await call(await accountWithWallets(), { body: { amountKobo: 10_000 } });
      expect(body.data.authorizationUrl).toBe(`https://api.test${basePath}/v1/wallet/checkout/${body.data.reference}`);
    }
  });

  test('is for the live wallet unless the sandbox one is requested', async () => {
    const account = await accountWithWallets();
    const live = await call(account, { body: { amountKobo: 10_000 } });
    const sandbox = await call(account, { body: { amountKobo: 500_000_000 }, query: { environment: 'sandbox' } });
    const kept = await Promise.all(
      [live, sandbox].map(({ body }) => findTopUp(table, body.data.reference, 'anyone').then((found) => found?.topUp)),
    );
    expect(kept).toMatchObject([
      { accountId: account.accountId, environment: 'live', amountKobo: 10_000, status: 'pending' },
      { accountId: account.accountId, environment: 'sandbox', amountKobo: 500_000_000, status: 'pending' },
    ]);
  });

  test('with one idempotency key starts one, however often it is sent', async () => {
    const account = await accountWithWallets();
    const request = { body: { amountKobo: 20_000 }, headers: { 'idempotency-key': 'top-up-1' } };
    const first = await call(account, request);
    const again = await Promise.all(Array.from({ length: 5 }, () => call(account, request)));
    expect(new Set(again.map(({ body }) => body.data.reference))).toStrictEqual(new Set([first.body.data.reference]));
    const other = await call(account, { ...request, body: { amountKobo: 20_001 } });
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    const otherWallet = await call(account, { ...request, query: { environment: 'sandbox' } });
    expect(otherWallet).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  test('with one idempotency key opens one checkout, even if the requests arrive at one moment: the others are 409', async () => {
    await using paystack = await fakePaystack();
    const account = await withEmail(await accountWithWallets(), 'owner@adire.example');
    const start = throughPayments(paystackPayments(async () => paystack));
    const request = { body: { amountKobo: 75_000 }, headers: { 'idempotency-key': 'top-up-2' } };
    const responses = await Promise.all(Array.from({ length: 8 }, () => start(account, request)));
    expect(paystack.transactions.size).toBe(1);
    for (const { status, body } of responses) {
      if (status !== 200) expect([status, body.code]).toStrictEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
    }
    const started = responses.filter(({ status }) => status === 200).map(({ body }) => body.data.reference);
    expect(new Set(started)).toStrictEqual(new Set([paystack.only().reference.replace('-', '_')]));
    expect((await start(account, request)).body.data.reference).toBe(started[0]);
  });

  test('counts as a wallet write', async () => {
    const { headers } = await call(await accountWithWallets(), { body: { amountKobo: 10_000 } });
    expect(headers).toMatchObject({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '9' });
  });

  test('at Paystack opens a transaction for the account, and returns its page', async () => {
    await using paystack = await fakePaystack();
    const account = await withEmail(await accountWithWallets(), 'owner@adire.example');
    const start = throughPayments(paystackPayments(async () => paystack));
    const { status, body } = await start(account, { body: { amountKobo: 75_000 } });
    expect(status).toBe(200);
    expect(body.data.authorizationUrl).toBe(`https://checkout.example/${paystack.only().reference}`);
    expect(paystack.only()).toMatchObject({ amount: 75_000, currency: 'NGN', email: 'owner@adire.example' });
    expect(await findTopUp(table, body.data.reference, 'anyone')).toMatchObject({ topUp: { provider: 'paystack' } });
  });
});

describe('Starting a top-up is refused', () => {
  test.each([9_999, 500_000_001, 10_000.5, '10000', null, undefined])('for %j kobo', async (amountKobo) => {
    const { status, body } = await call(await accountWithWallets(), { body: { amountKobo } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'amountKobo' }] });
  });

  test('without a body', async () => {
    const { status, body } = await call(await accountWithWallets());
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'amountKobo' }] });
  });

  test('for an unknown environment', async () => {
    const request = { body: { amountKobo: 10_000 }, query: { environment: 'staging' } };
    expect(await call(await accountWithWallets(), request)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'environment' }] },
    });
  });

  test('while the payment provider is unavailable, and nothing is stored under the idempotency key', async () => {
    const account = await accountWithWallets();
    let isDown = true;
    const start = throughPayments({
      provider: 'paystack',
      open: async () => {
        if (isDown) throw new PaymentsUnavailable('timed_out');
        return 'https://checkout.example/1';
      },
      charge: () => Promise.reject(new Error('A checkout charges nobody')),
      lookUp: async () => undefined,
    });
    const request = { body: { amountKobo: 10_000 }, headers: { 'idempotency-key': 'again' } };
    expect(await start(account, request)).toMatchObject({ status: 503, body: { code: 'SOURCE_UNAVAILABLE' } });
    isDown = false;
    expect(await start(account, request)).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
  });

  test('in live on a stage that neither takes nor simulates payments, while the sandbox is simulated there as everywhere', async () => {
    for (const name of ['SIMULATED_CHECKOUT', 'PAYSTACK_SECRET_NAME']) vi.stubEnv(name, '');
    vi.stubEnv('STAGE', 'staging');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const account = await withEmail(await accountWithWallets(), 'owner@adire.example');
    const body = { amountKobo: 10_000 };
    expect(await call(account, { body })).toMatchObject({ status: 503, body: { code: 'SOURCE_UNAVAILABLE' } });
    const sandbox = await call(account, { body, query: { environment: 'sandbox' } });
    expect(sandbox.body.data.authorizationUrl).toMatch(/\/v1\/wallet\/checkout\/top_/);
  });
});

securitySuite({
  contract: startTopUp,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return { body: { amountKobo: 10_000 } };
  },
});
