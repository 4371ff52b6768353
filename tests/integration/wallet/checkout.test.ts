import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { handler as completeHandler } from '#functions/api/wallet/complete-checkout';
import { completeCheckout } from '#functions/api/wallet/complete-checkout.contract';
import { handler as showHandler } from '#functions/api/wallet/show-checkout';
import { showCheckout } from '#functions/api/wallet/show-checkout.contract';
import { handler as startHandler } from '#functions/api/wallet/start-top-up';
import { startTopUp } from '#functions/api/wallet/start-top-up.contract';
import { serviceTable } from '#shared/db/client';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { findSavedCard, openAuthorization } from '#shared/wallet/saved-card';
import { beginTopUp, findTopUp } from '#shared/wallet/top-up';
import { loadWallet } from '#shared/wallet/wallet';
import { apiEvent } from '#tests/support/api-event';
import { endpoint, requestTo } from '#tests/support/call';
import { lambdaContext } from '#tests/support/lambda-context';
import { readTestVault } from '#tests/support/vault';
import { accountWithWallets, FORM_HEADERS, ledgerOf, publicEndpoint, walletOwner } from './support.ts';

const table = serviceTable();
const start = endpoint(startTopUp, startHandler);
const show = publicEndpoint(showCheckout, showHandler);
const complete = publicEndpoint(completeCheckout, completeHandler);

const started = async (query: Record<string, string> = {}) => {
  const account = await accountWithWallets();
  const { body } = await start(account, { body: { amountKobo: 123_450 }, query });
  return { accountId: account.accountId, reference: String(body.data.reference) };
};

const at = (reference: string) => ({ pathParameters: { reference } });

const pay = (reference: string, outcome: string) =>
  complete({ ...at(reference), headers: FORM_HEADERS, body: `outcome=${outcome}` });

const statusOf = async (reference: string) => (await findTopUp(table, reference, 'anyone'))?.topUp.status;

describe('The simulated checkout', () => {
  test('is a page that shows the amount to pay, with a form that sends the outcome back to it', async () => {
    const { reference } = await started();
    const { statusCode, headers, body = '' } = await show(at(reference));
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
    expect(headers?.['Content-Security-Policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(body).toContain('NGN 1,234.50');
    expect(body).toContain(reference);
    expect(body).toMatch(/<form method="post">/);
    expect(body.match(/name="outcome" value="(success|failed)"/g)).toHaveLength(2);
  });

  test('credits the wallet when it is paid', async () => {
    const { accountId, reference } = await started();
    const { statusCode, body } = await pay(reference, 'success');
    expect(statusCode).toBe(200);
    expect(body).toContain('has been credited');
    expect(body).not.toContain('<form');
    expect(await ledgerOf(accountId, 'live')).toMatchObject([
      { type: 'credit', amountKobo: 123_450, balanceAfterKobo: 123_450, actionKey: null, reference },
    ]);
    expect((await loadWallet(table, { accountId, environment: 'live' })).balanceKobo).toBe(123_450);
    expect((await loadWallet(table, { accountId, environment: 'sandbox' })).balanceKobo).toBe(10_000_000);
  });

  test('accepts the form as API Gateway passes it on, in base64', async () => {
    const { accountId, reference } = await started();
    const request = requestTo(completeCheckout, { ...at(reference), headers: FORM_HEADERS, body: 'outcome=success' });
    const event = apiEvent({ ...request, isBase64Encoded: true });
    expect(await completeHandler(event, lambdaContext())).toMatchObject({ statusCode: 200 });
    expect(await ledgerOf(accountId, 'live')).toHaveLength(1);
  });

  test('credits the sandbox wallet for a top-up of the sandbox', async () => {
    const { accountId, reference } = await started({ environment: 'sandbox' });
    await pay(reference, 'success');
    expect((await loadWallet(table, { accountId, environment: 'sandbox' })).balanceKobo).toBe(10_123_450);
    expect((await loadWallet(table, { accountId, environment: 'live' })).balanceKobo).toBe(0);
  });

  test('credits once, however often the form is sent', async () => {
    const { accountId, reference } = await started();
    const responses = await Promise.all(Array.from({ length: 10 }, () => pay(reference, 'success')));
    for (const { statusCode, body } of responses) {
      expect(statusCode).toBe(200);
      expect(body).toContain('has been credited');
    }
    expect((await pay(reference, 'failed')).body).toContain('has been credited');
    expect(await ledgerOf(accountId, 'live')).toHaveLength(1);
    expect(await statusOf(reference)).toBe('success');
  });

  test('lets a payment fail, and the payer try again', async () => {
    const { accountId, reference } = await started();
    const failed = await pay(reference, 'failed');
    expect(failed.statusCode).toBe(200);
    expect(failed.body).toContain('nothing was credited');
    expect(await statusOf(reference)).toBe('failed');
    expect((await show(at(reference))).body).toContain('<form');
    expect(await ledgerOf(accountId, 'live')).toHaveLength(0);
    await pay(reference, 'success');
    expect(await statusOf(reference)).toBe('success');
    expect(await ledgerOf(accountId, 'live')).toHaveLength(1);
  });
});

const paidElsewhere = async (): Promise<string> => {
  const reference = newId('top', Date.now());
  const owner = { accountId: await walletOwner(), environment: 'live' } as const;
  const place = { provider: 'paystack', authorizationUrl: 'https://checkout.example/1' } as const;
  await table.write(beginTopUp({ reference, ...owner, ...place, amountKobo: 10_000, createdAt: isoTime(Date.now()) }));
  return reference;
};

describe('A simulated card', () => {
  test('is saved by a paid live top-up, so that automatic top-ups can be tried where payments are simulated', async () => {
    const live = await started();
    await pay(live.reference, 'failed');
    const owner = { accountId: live.accountId, environment: 'live' } as const;
    expect(await findSavedCard(table, owner)).toBeUndefined();
    await pay(live.reference, 'success');
    const card = await findSavedCard(table, owner);
    expect(card).toMatchObject({ provider: 'simulated' });
    expect(card).not.toHaveProperty('sealedAuthorization');
    expect(card && (await openAuthorization(card, readTestVault))).toBeUndefined();
  });

  test('is saved in the sandbox too, where nothing charges it', async () => {
    const { accountId, reference } = await started({ environment: 'sandbox' });
    await pay(reference, 'success');
    expect(await findSavedCard(table, { accountId, environment: 'sandbox' })).toMatchObject({ lastFour: '4081' });
  });
});

describe('The simulated checkout is refused', () => {
  test('for an automatic top-up, which has no payer', async () => {
    const reference = newId('top', Date.now());
    const owner = { accountId: await walletOwner(), environment: 'sandbox' } as const;
    const kind = { provider: 'simulated', authorizationUrl: null } as const;
    const createdAt = isoTime(Date.now());
    await table.write(beginTopUp({ reference, ...owner, ...kind, amountKobo: 10_000, createdAt }));
    expect(await pay(reference, 'success')).toMatchObject({ statusCode: 404 });
    expect(await statusOf(reference)).toBe('pending');
  });

  test.each(['outcome=maybe', 'outcome=', 'result=success', ''])('for the form %j', async (body) => {
    const { accountId, reference } = await started();
    const response = await complete({ ...at(reference), headers: FORM_HEADERS, body });
    expect(response.statusCode).toBe(400);
    expect(response.headers?.['Content-Type']).toBe('text/html; charset=utf-8');
    expect(response.body).toContain('VALIDATION_FAILED');
    expect(await ledgerOf(accountId, 'live')).toHaveLength(0);
  });

  test('for anything but a form', async () => {
    const { reference } = await started();
    expect(await complete({ ...at(reference), body: { outcome: 'success' } })).toMatchObject({ statusCode: 415 });
  });

  test.each(['top_01KAJ3WZ5T8RB6C2F4G9J1K7NV', 'nothing', 'a#b', 'x'.repeat(3_000)])(
    'for a reference that does not exist: %.20s',
    async (reference) => {
      for (const response of [await show(at(reference)), await pay(reference, 'success')]) {
        expect(response.statusCode).toBe(404);
        expect(response.body).toContain('TOP_UP_NOT_FOUND');
      }
    },
  );

  test('for a top-up that is paid elsewhere', async () => {
    const reference = await paidElsewhere();
    expect(await show(at(reference))).toMatchObject({ statusCode: 404 });
    expect(await pay(reference, 'success')).toMatchObject({ statusCode: 404 });
    expect(await statusOf(reference)).toBe('pending');
  });

  test.each([
    ['on a stage that does not simulate it', 'SIMULATED_CHECKOUT', ''],
    ['in prod, whatever its settings', 'STAGE', 'prod'],
    ['in staging, whatever its settings', 'STAGE', 'staging'],
  ])('for live %s, as if it did not exist, while that of the sandbox exists', async (_, variable, value) => {
    const { accountId, reference } = await started();
    const sandbox = await started({ environment: 'sandbox' });
    vi.stubEnv(variable, value);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    for (const response of [await show(at(reference)), await pay(reference, 'success')]) {
      expect(response.statusCode).toBe(404);
      expect(response.body).toContain('TOP_UP_NOT_FOUND');
    }
    expect(await ledgerOf(accountId, 'live')).toHaveLength(0);
    expect(await show(at(sandbox.reference))).toMatchObject({ statusCode: 200 });
    expect(await pay(sandbox.reference, 'success')).toMatchObject({ statusCode: 200 });
  });
});
