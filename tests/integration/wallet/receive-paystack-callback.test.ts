import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/wallet/read-top-up';
import { readTopUp } from '#functions/api/wallet/read-top-up.contract';
import { handler } from '#functions/api/wallet/receive-paystack-callback';
import { receivePaystackCallback } from '#functions/api/wallet/receive-paystack-callback.contract';
import { serviceTable } from '#shared/db/client';
import { makeLogger } from '#shared/platform/logger';
import { SecretUnavailable } from '#shared/platform/secrets';
import { PaymentsUnavailable } from '#shared/sources/payments';
import { findSavedCard, openAuthorization } from '#shared/wallet/saved-card';
import { settleTopUp } from '#shared/wallet/settle-top-up';
import { findTopUp } from '#shared/wallet/top-up';
import { loadWallet } from '#shared/wallet/wallet';
import { endpoint } from '#tests/support/call';
import { type FakePaystack, fakePaystack, type PaystackCallback } from '#tests/support/fake-paystack';
import { readTestVault } from '#tests/support/vault';
import { addEntries, entry, ledgerOf, publicEndpoint, sumOf, topUpAtPaystack } from './support.ts';

const table = serviceTable();

/** The endpoint of a stage with these keys. */
const receiver = (...stages: readonly FakePaystack[]) => {
  const call = publicEndpoint(
    receivePaystackCallback,
    handler.with({ payments: async () => stages, vault: readTestVault }),
  );
  return (callback: PaystackCallback) => call(callback);
};

const paidAt = async (paystack: FakePaystack) => {
  const opened = await topUpAtPaystack(paystack);
  paystack.only().status = 'success';
  return { ...opened, callback: paystack.callbackFor(paystack.only()) };
};

const statusOf = async (reference: string) => (await findTopUp(table, reference, 'anyone'))?.topUp.status;

describe('A callback of Paystack', () => {
  test('credits the top-up that was paid', async () => {
    await using paystack = await fakePaystack();
    const { account, reference, callback } = await paidAt(paystack);
    const { statusCode, body } = await receiver(paystack)(callback);
    expect(statusCode).toBe(200);
    expect(body).toBe('{"success":true}');
    expect(await statusOf(reference)).toBe('success');
    expect(await ledgerOf(account.accountId, 'live')).toMatchObject([
      { type: 'credit', amountKobo: 50_000, balanceAfterKobo: 50_000, description: 'Wallet top-up', reference },
    ]);
  });

  test('credits once if it arrives twice, and is acknowledged each time', async () => {
    await using paystack = await fakePaystack();
    const { account, callback } = await paidAt(paystack);
    const receive = receiver(paystack);
    for (const _ of [1, 2, 3]) expect(await receive(callback)).toMatchObject({ statusCode: 200 });
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(1);
  });

  test('credits a top-up whose first payment failed', async () => {
    await using paystack = await fakePaystack();
    const { account, reference, callback } = await paidAt(paystack);
    const found = await findTopUp(table, reference, 'anyone');
    if (!found) throw new Error('There is no such top-up');
    await settleTopUp(table, found, 'failed', makeLogger(), Date.now());
    expect(await statusOf(reference)).toBe('failed');
    await receiver(paystack)(callback);
    expect(await statusOf(reference)).toBe('success');
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(1);
  });

  test('is still accepted if it was signed with the previous key', async () => {
    await using before = await fakePaystack('sk_test_before');
    await using now = await fakePaystack('sk_test_now');
    const { account, callback } = await paidAt(before);
    expect(await receiver(now, before)(callback)).toMatchObject({ statusCode: 200 });
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(1);
  });

  test('saves the card that paid, sealed, if it may be charged again', async () => {
    await using paystack = await fakePaystack();
    const { account, callback } = await paidAt(paystack);
    await receiver(paystack)(callback);
    const card = await findSavedCard(table, { accountId: account.accountId, environment: 'live' });
    expect(card).toMatchObject({ provider: 'paystack' });
    expect(card && (await openAuthorization(card, readTestVault))).toEqual(paystack.card);
  });

  test('credits nothing while the card cannot be sealed, and is sent again', async () => {
    await using paystack = await fakePaystack();
    const { account, reference, callback } = await paidAt(paystack);
    const vault = () => Promise.reject(new SecretUnavailable('kyb/test/vault', 'unreachable'));
    const withoutVault = handler.with({ payments: async () => [paystack], vault });
    const response = await publicEndpoint(receivePaystackCallback, withoutVault)(callback);
    expect(response).toMatchObject({ statusCode: 503 });
    expect(await statusOf(reference)).toBe('pending');
    expect(await receiver(paystack)(callback)).toMatchObject({ statusCode: 200 });
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(1);
  });

  test("finds its top-up even without the service's metadata", async () => {
    await using paystack = await fakePaystack();
    const { account } = await paidAt(paystack);
    const callback = paystack.callbackFor({ ...paystack.only(), metadata: '' });
    await receiver(paystack)(callback);
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(1);
  });

  test.each([
    ['of another kind', 'charge.dispute.create', {}, 'pending'],
    ['of a payment that has not succeeded', 'charge.success', { status: 'ongoing' }, 'pending'],
    ['of a payment that the service did not request', 'charge.success', { reference: 'v3mjfgbnc19v97x' }, 'pending'],
    ['of another amount', 'charge.success', { amount: 49_999 }, 'mismatched'],
    ['of another currency', 'charge.success', { currency: 'GHS' }, 'mismatched'],
  ] as const)('%s is acknowledged and credits nothing', async (_, event, otherwise, status) => {
    await using paystack = await fakePaystack();
    const { account, reference } = await paidAt(paystack);
    const callback = paystack.callbackFor({ ...paystack.only(), ...otherwise }, event);
    expect(await receiver(paystack)(callback)).toMatchObject({ statusCode: 200 });
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(0);
    expect(await statusOf(reference)).toBe(status);
  });
});

describe('A callback that is not from Paystack', () => {
  const REFUSAL = {
    success: false,
    status: 'error',
    message: 'The signature of this callback is missing or does not match the body.',
    code: 'INVALID_CALLBACK_SIGNATURE',
  };

  test.each([
    ['without a signature', ({ body }: PaystackCallback) => ({ body, headers: {} })],
    [
      'with the signature of an empty body',
      ({ body }: PaystackCallback) => ({ body, headers: { 'x-paystack-signature': '' } }),
    ],
    [
      'with a changed body',
      ({ body, headers }: PaystackCallback) => ({ body: body.replace('50000', '90000'), headers }),
    ],
    [
      'with another spelling of the same body',
      ({ body, headers }: PaystackCallback) => ({ body: ` ${body}`, headers }),
    ],
  ])('%s is refused and credits nothing', async (_, forge) => {
    await using paystack = await fakePaystack();
    const { account, callback } = await paidAt(paystack);
    const response = await receiver(paystack)(forge(callback) as PaystackCallback);
    expect(response.statusCode).toBe(401);
    expect(JSON.parse(response.body ?? '')).toStrictEqual(REFUSAL);
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(0);
  });

  test('signed with an unknown key is refused', async () => {
    await using paystack = await fakePaystack();
    await using stranger = await fakePaystack('sk_test_stranger');
    const { account } = await paidAt(paystack);
    const response = await receiver(paystack)(stranger.callbackFor(paystack.only()));
    expect(response.statusCode).toBe(401);
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(0);
  });

  test('is every callback if there is no Paystack', async () => {
    await using paystack = await fakePaystack();
    const { callback } = await paidAt(paystack);
    const response = await publicEndpoint(receivePaystackCallback, handler)(callback);
    expect(response.statusCode).toBe(401);
    expect(JSON.parse(response.body ?? '')).toStrictEqual(REFUSAL);
  });
});

describe('A callback that cannot be checked', () => {
  test('is not acknowledged, so that Paystack sends it again', async () => {
    await using paystack = await fakePaystack();
    const { account, callback } = await paidAt(paystack);
    const unreadable = handler.with({
      payments: async () => {
        throw new PaymentsUnavailable('secret_unavailable');
      },
    });
    const response = await publicEndpoint(receivePaystackCallback, unreadable)(callback);
    expect(response.statusCode).toBe(503);
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(0);
  });
});

describe('A payment that is reported in every way at once', () => {
  test('credits once, whatever else happens in the wallet', async () => {
    await using paystack = await fakePaystack();
    const { account, reference, payments, callback } = await paidAt(paystack);
    await addEntries(account.accountId, 'live', [entry('credit', 1_000)]);
    const receive = receiver(paystack);
    const read = endpoint(readTopUp, readHandler.with({ payments: () => payments, vault: readTestVault }));
    const found = await findTopUp(table, reference, 'anyone');
    if (!found) throw new Error('There is no such top-up');

    const notified = await Promise.all([
      ...Array.from({ length: 5 }, () => receive(callback).then(({ statusCode }) => statusCode)),
      ...Array.from({ length: 5 }, () =>
        read(account, { pathParameters: { reference } }).then(({ body }) => body.data.status),
      ),
      // The effect of the form of a simulated checkout.
      ...Array.from({ length: 5 }, () =>
        settleTopUp(table, found, 'success', makeLogger(), Date.now()).then(({ status }) => status),
      ),
    ]);

    expect(new Set(notified)).toStrictEqual(new Set([200, 'success']));
    const ledger = await ledgerOf(account.accountId, 'live');
    expect(ledger.filter((line) => line.reference === reference)).toHaveLength(1);
    expect((await loadWallet(table, { accountId: account.accountId, environment: 'live' })).balanceKobo).toBe(51_000);
    expect(sumOf(ledger)).toBe(51_000);
  });
});
