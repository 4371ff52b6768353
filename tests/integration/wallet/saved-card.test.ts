import { describe, expect, test } from 'vitest';
import { handler as completeHandler } from '#functions/api/wallet/complete-checkout';
import { completeCheckout } from '#functions/api/wallet/complete-checkout.contract';
import { handler as readHandler } from '#functions/api/wallet/read-saved-card';
import { readSavedCard } from '#functions/api/wallet/read-saved-card.contract';
import { handler as readWalletHandler } from '#functions/api/wallet/read-wallet';
import { readWallet } from '#functions/api/wallet/read-wallet.contract';
import { handler as removeHandler } from '#functions/api/wallet/remove-saved-card';
import { removeSavedCard } from '#functions/api/wallet/remove-saved-card.contract';
import { handler as setHandler } from '#functions/api/wallet/set-auto-top-up';
import { setAutoTopUp } from '#functions/api/wallet/set-auto-top-up.contract';
import { handler as startHandler } from '#functions/api/wallet/start-top-up';
import { startTopUp } from '#functions/api/wallet/start-top-up.contract';
import { cardSavedFor } from '#scripts/invoke/ledger';
import { accessRecord } from '#shared/auth/sessions/roles';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { paymentOfCallback } from '#shared/sources/payments-paystack';
import { walletKeys } from '#shared/wallet/keys';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWallets, expectSoundLedger, FORM_HEADERS, openBoth, publicEndpoint } from './support.ts';

const start = endpoint(startTopUp, startHandler);
const complete = publicEndpoint(completeCheckout, completeHandler);
const read = endpoint(readSavedCard, readHandler);
const remove = endpoint(removeSavedCard, removeHandler);
const set = endpoint(setAutoTopUp, setHandler);
const wallet = endpoint(readWallet, readWalletHandler);

const ENVIRONMENTS = ['sandbox', 'live'] as const;

/** Opens a checkout. The returned function pays it. */
const checkout = async (account: SignedInAccount, environment: string, saveCard?: boolean) => {
  const body = { amountKobo: 50_000, ...(saveCard === undefined ? {} : { saveCard }) };
  const started = await start(account, { body, query: { environment } });
  const pathParameters = { reference: String(started.body.data.reference) };
  return () => complete({ pathParameters, headers: FORM_HEADERS, body: 'outcome=success' });
};

const payOnce = async (account: SignedInAccount, environment: string, saveCard?: boolean) => {
  const pay = await checkout(account, environment, saveCard);
  expect((await pay()).statusCode).toBe(200);
};

const ON = { enabled: true, thresholdKobo: 10_000, amountKobo: 10_000 };

describe.each(ENVIRONMENTS)('The saved card of a %s wallet', (environment) => {
  const query = { environment };

  test('is null at first', async () => {
    const account = await accountWithWallets();
    for (const call of [read, remove]) {
      const { status, body } = await call(account, { query });
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'SAVED_CARD_NOT_FOUND' });
    }
  });

  test('is shown by brand, last four digits and expiry, after a payment by card', async () => {
    const account = await accountWithWallets();
    await payOnce(account, environment);
    const { status, body } = await read(account, { query });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        environment,
        brand: 'visa',
        lastFour: '4081',
        expiryMonth: 12,
        expiryYear: 2030,
        savedAt: expect.stringMatching(/Z$/),
      },
    });
  });

  test('is gone once removed, together with what charges it; automatic top-ups are off and say why', async () => {
    const account = await accountWithWallets();
    await payOnce(account, environment);
    await set(account, { body: ON, query });
    const { status, body } = await remove(account, { query });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true });
    expect((await read(account, { query })).status).toBe(404);
    expect((await remove(account, { query })).status).toBe(404);
    const item = await serviceTable().get(walletKeys.savedCard(account.accountId, environment));
    expect(Object.keys(item ?? {}).sort()).toStrictEqual(['accountId', 'environment', 'pk', 'removedAt', 'sk']);
    const { autoTopUp } = (await wallet(account, { query })).body.wallet;
    expect(autoTopUp).toStrictEqual({ ...ON, enabled: false, stoppedReason: 'card_removed' });
  });

  test('is saved again after a removal only by a payer who agrees to it afterwards', async () => {
    const account = await accountWithWallets();
    await payOnce(account, environment);
    const openedBefore = await checkout(account, environment, true);
    await remove(account, { query });
    await openedBefore();
    await payOnce(account, environment);
    await payOnce(account, environment, false);
    expect((await read(account, { query })).status).toBe(404);
    await payOnce(account, environment, true);
    expect((await read(account, { query })).status).toBe(200);
    const ledger = await expectSoundLedger(account.accountId, environment);
    expect(ledger.filter(({ reference }) => reference !== null)).toHaveLength(5);
  });

  test('is not saved by a payment that comes after the erasure of its account, and the payment still counts', async () => {
    const account = await accountWithWallets();
    const { accountId } = account;
    const pay = await checkout(account, environment, true);
    const erased = { set: { erasedAt: isoTime(Date.now()) }, when: { pk: 'exists' } } as const;
    expect((await serviceTable().write(update(accessRecord(accountId).key, erased))).written).toBe(true);
    expect((await pay()).statusCode).toBe(200);
    expect(await serviceTable().get(walletKeys.savedCard(accountId, environment))).toBeUndefined();
    expect((await expectSoundLedger(accountId, environment)).at(-1)).toMatchObject({ amountKobo: 50_000 });
  });

  test('is not saved if the payer does not agree', async () => {
    const account = await accountWithWallets();
    await payOnce(account, environment, false);
    expect((await read(account, { query })).status).toBe(404);
  });
});

describe('Turning automatic top-ups on again', () => {
  test('in live needs a card, which clears the reason; in the sandbox it needs none', async () => {
    const account = await accountWithWallets();
    await Promise.all(ENVIRONMENTS.map((environment) => payOnce(account, environment)));
    for (const environment of ENVIRONMENTS) {
      await set(account, { body: ON, query: { environment } });
      await remove(account, { query: { environment } });
    }
    expect((await set(account, { body: ON, query: { environment: 'live' } })).body).toMatchObject({
      code: 'NO_SAVED_CARD',
    });
    const sandbox = await set(account, { body: ON, query: { environment: 'sandbox' } });
    expect(sandbox.body.wallet.autoTopUp).toStrictEqual({ ...ON, stoppedReason: null });
    await payOnce(account, 'live', true);
    const live = await set(account, { body: ON, query: { environment: 'live' } });
    expect(live.body.wallet.autoTopUp).toStrictEqual({ ...ON, stoppedReason: null });
  });
});

test('Removing the card while the wallet is debited and credited stops automatic top-ups once and loses no money', async () => {
  const account = await accountWithWallets();
  await payOnce(account, 'live');
  await set(account, { body: ON, query: { environment: 'live' } });
  const pays = await Promise.all([1, 2, 3].map(() => checkout(account, 'live')));
  const [removed, ...paid] = await Promise.all([
    remove(account, { query: { environment: 'live' } }),
    ...pays.map((pay) => pay()),
  ]);
  expect(removed?.status).toBe(200);
  expect(paid.map(({ statusCode }) => statusCode)).toStrictEqual([200, 200, 200]);
  const ledger = await expectSoundLedger(account.accountId, 'live');
  expect(ledger).toHaveLength(4);
  expect((await read(account, { query: { environment: 'live' } })).status).toBe(404);
});

describe("Paystack's data on a card", () => {
  const callback = (authorization: Record<string, unknown>) => ({
    event: 'charge.success',
    data: {
      reference: 'top-01KAJ4B2M7C9E1G3J5N8Q0S4TV',
      status: 'success',
      amount: 50_000,
      currency: 'NGN',
      customer: { email: 'owner@adire.example' },
      authorization: { reusable: true, authorization_code: 'AUTH_8dfhjjdt', ...authorization },
    },
  });

  test('is stored without the spaces that Paystack sends', () => {
    const told = { brand: 'Visa ', last4: '4081', exp_month: '08', exp_year: '2030', bin: '408408' };
    expect(paymentOfCallback(callback(told))).toMatchObject({
      authorization: { code: 'AUTH_8dfhjjdt', email: 'owner@adire.example' },
      card: { brand: 'visa', lastFour: '4081', expiryMonth: 8, expiryYear: 2030 },
    });
  });

  test.each([{}, { brand: 7, last4: '40812', exp_month: '13', exp_year: 'soon' }, { brand: '', last4: null }])(
    'is unknown if it is %j, and the card may still be charged',
    (told) => {
      expect(paymentOfCallback(callback(told))).toMatchObject({
        authorization: { code: 'AUTH_8dfhjjdt' },
        card: { brand: null, lastFour: null, expiryMonth: null, expiryYear: null },
      });
    },
  );
});

const withCards = async ({ accountId }: { readonly accountId: string }) => {
  await openBoth(accountId);
  await Promise.all(ENVIRONMENTS.map((environment) => cardSavedFor(accountId, environment)));
  return {};
};

securitySuite({ contract: readSavedCard, handler: readHandler, request: withCards });
securitySuite({ contract: removeSavedCard, handler: removeHandler, request: withCards });
