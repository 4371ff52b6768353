import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/wallet/set-auto-top-up';
import { setAutoTopUp } from '#functions/api/wallet/set-auto-top-up.contract';
import { serviceTable } from '#shared/db/client';
import { walletKeys } from '#shared/wallet/keys';
import { findSavedCard, openAuthorization } from '#shared/wallet/saved-card';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { fakePaystack } from '#tests/support/fake-paystack';
import { securitySuite } from '#tests/support/security-suite';
import { debit, ownerWithCard, wakesOf } from '#tests/support/top-up-world';
import { readTestVault } from '#tests/support/vault';
import { accountWithWallets, openBoth } from './support.ts';

const call = endpoint(setAutoTopUp, handler);
const table = serviceTable();

const SANDBOX = { environment: 'sandbox' } as const;
const BODY = { enabled: true, thresholdKobo: 50_000, amountKobo: 100_000 } as const;

describe('Setting automatic top-ups', () => {
  test('returns the wallet with them, and no internal attributes', async () => {
    const account = await accountWithWallets();
    const { status, body } = await call(account, { query: SANDBOX, body: BODY });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, wallet: { environment: 'sandbox', balanceKobo: 10_000_000 } });
    expect(body.wallet.autoTopUp).toStrictEqual({ ...BODY, stoppedReason: null });
  });

  test('needs no card in the sandbox, or to turn them off', async () => {
    const account = await accountWithWallets();
    expect((await call(account, { query: SANDBOX, body: BODY })).status).toBe(200);
    expect((await call(account, { body: { ...BODY, enabled: false } })).status).toBe(200);
  });

  test('off keeps threshold and amount, so that they can be left out', async () => {
    const account = await accountWithWallets();
    await call(account, { query: SANDBOX, body: BODY });
    const { body } = await call(account, { query: SANDBOX, body: { enabled: false } });
    expect(body.wallet.autoTopUp).toStrictEqual({ ...BODY, enabled: false, stoppedReason: null });
  });

  test('accepts the values that a wallet shows at first', async () => {
    const account = await accountWithWallets();
    const { status } = await call(account, { body: { enabled: false, thresholdKobo: 0, amountKobo: 0 } });
    expect(status).toBe(200);
  });

  test('in live requires a card that has paid a top-up and may be charged again', async () => {
    await using paystack = await fakePaystack();
    const accountId = await ownerWithCard(paystack);
    const account = await signedInAccount({ accountId });
    const { status, body } = await call(account, { body: BODY });
    expect(status).toBe(200);
    expect(body.wallet).toMatchObject({ environment: 'live', autoTopUp: BODY });
  });

  test('stores the authorization of this card sealed', async () => {
    await using paystack = await fakePaystack();
    const accountId = await ownerWithCard(paystack);
    const owner = { accountId, environment: 'live' } as const;
    const item = await table.get(walletKeys.savedCard(accountId, 'live'));
    expect(JSON.stringify(item)).not.toContain(paystack.card.code);
    expect(JSON.stringify(item)).not.toContain(paystack.card.email);
    const card = await findSavedCard(table, owner);
    expect(card && (await openAuthorization(card, readTestVault))).toEqual(paystack.card);
  });

  test('below the threshold causes a top-up at once, and the same settings again cause none', async () => {
    const account = await accountWithWallets();
    const body = { ...BODY, thresholdKobo: 20_000_000 };
    for (const _ of [1, 2]) expect((await call(account, { query: SANDBOX, body })).status).toBe(200);
    expect(await wakesOf(account.accountId)).toHaveLength(1);
  });

  test('above it causes no top-up until a debit crosses it', async () => {
    const account = await accountWithWallets();
    await call(account, { query: SANDBOX, body: { ...BODY, thresholdKobo: 10_000_000 } });
    expect(await wakesOf(account.accountId)).toEqual([]);
    await debit(account.accountId, 'sandbox', 1);
    expect(await wakesOf(account.accountId)).toMatchObject([{ environment: 'sandbox' }]);
  });

  test('counts as a wallet write', async () => {
    const { headers } = await call(await accountWithWallets(), { query: SANDBOX, body: BODY });
    expect(headers).toMatchObject({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '9' });
  });
});

describe('Setting automatic top-ups is refused', () => {
  test('in live without a card', async () => {
    const { status, body } = await call(await accountWithWallets(), { body: BODY });
    expect(status).toBe(409);
    expect(body).toMatchObject({ success: false, code: 'NO_SAVED_CARD' });
  });

  test.each([
    [{}, ['enabled']],
    [{ ...BODY, enabled: 'true' }, ['enabled']],
    [{ enabled: true }, ['thresholdKobo', 'amountKobo']],
    [{ enabled: true, thresholdKobo: 0, amountKobo: 9_999 }, ['thresholdKobo', 'amountKobo']],
    [{ enabled: true, thresholdKobo: 1.5, amountKobo: 500_000_001 }, ['thresholdKobo', 'amountKobo']],
    [{ enabled: false, thresholdKobo: -1 }, ['thresholdKobo']],
  ])('with %j', async (body, paths) => {
    const response = await call(await accountWithWallets(), { query: SANDBOX, body });
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('VALIDATION_FAILED');
    expect(response.body.details.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  test.each([[[]], [null], ['text'], [[BODY]]])('with %j as the body', async (body) => {
    expect((await call(await accountWithWallets(), { query: SANDBOX, body })).status).toBe(400);
  });
});

securitySuite({
  contract: setAutoTopUp,
  handler,
  request: async ({ accountId }) => {
    await openBoth(accountId);
    return { query: SANDBOX, body: BODY };
  },
});
