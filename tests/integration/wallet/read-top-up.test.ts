import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/wallet/read-top-up';
import { readTopUp } from '#functions/api/wallet/read-top-up.contract';
import { handler as startHandler } from '#functions/api/wallet/start-top-up';
import { startTopUp } from '#functions/api/wallet/start-top-up.contract';
import { newId } from '#shared/platform/ids';
import type { Payments } from '#shared/sources/payments';
import type { SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { type FakePaystack, fakePaystack } from '#tests/support/fake-paystack';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';
import { accountWithWallets, ledgerOf, openBoth, topUpAtPaystack } from './support.ts';

const call = endpoint(readTopUp, handler);
const start = endpoint(startTopUp, startHandler);

const throughPayments = (payments: Payments) =>
  endpoint(readTopUp, handler.with({ payments: () => payments, vault: readTestVault }));

const startedBy = async (account: SignedInAccount): Promise<string> => {
  const { body } = await start(account, { body: { amountKobo: 50_000 } });
  return body.data.reference;
};

const at = (reference: string) => ({ pathParameters: { reference } });

const openedAt = async (paystack: FakePaystack) => {
  const { account, reference, payments } = await topUpAtPaystack(paystack);
  return { account, reference, read: () => throughPayments(payments)(account, at(reference)) };
};

describe('Reading a top-up', () => {
  test('returns its current state', async () => {
    const account = await accountWithWallets();
    const reference = await startedBy(account);
    const { status, body } = await call(account, at(reference));
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        reference,
        authorizationUrl: expect.stringContaining(reference),
        status: 'pending',
        environment: 'live',
        amountKobo: 50_000,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        completedAt: null,
      },
    });
  });

  test('counts as a wallet read', async () => {
    const account = await accountWithWallets();
    const { headers } = await call(account, at(await startedBy(account)));
    expect(headers).toMatchObject({ 'RateLimit-Limit': '60', 'RateLimit-Remaining': '59' });
  });

  test('looks it up at Paystack, and credits what was paid there', async () => {
    await using paystack = await fakePaystack();
    const { account, reference, read } = await openedAt(paystack);
    expect((await read()).body.data).toMatchObject({ status: 'pending', completedAt: null });
    paystack.only().status = 'success';
    const { body } = await read();
    expect(body.data).toMatchObject({ status: 'success', completedAt: expect.any(String) });
    expect(await ledgerOf(account.accountId, 'live')).toMatchObject([
      { type: 'credit', amountKobo: 50_000, reference },
    ]);
  });

  test('credits once, however often it is read, and makes no lookup once that is done', async () => {
    await using paystack = await fakePaystack();
    const { account, read } = await openedAt(paystack);
    paystack.only().status = 'success';
    const responses = await Promise.all(Array.from({ length: 8 }, read));
    for (const { body } of responses) expect(body.data.status).toBe('success');
    paystack.break(500);
    expect((await read()).body.data.status).toBe('success');
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(1);
  });

  test('reports a payment that failed', async () => {
    await using paystack = await fakePaystack();
    const { account, read } = await openedAt(paystack);
    paystack.only().status = 'failed';
    expect((await read()).body.data).toMatchObject({ status: 'failed', completedAt: null });
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(0);
    // It counts as failed, but is looked up again and credited once.
    paystack.only().status = 'success';
    for (const _ of [1, 2]) expect((await read()).body.data.status).toBe('success');
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(1);
  });

  test('returns its stored state while Paystack is unreachable', async () => {
    await using paystack = await fakePaystack();
    const { read } = await openedAt(paystack);
    paystack.only().status = 'success';
    paystack.break('reset');
    expect(await read()).toMatchObject({ status: 200, body: { data: { status: 'pending' } } });
  });

  test.each([
    ['amount', { amount: 49_999 }],
    ['currency', { currency: 'GHS' }],
  ])('credits nothing for a payment of another %s, and says that it waits for an operator', async (_, otherwise) => {
    await using paystack = await fakePaystack();
    const { account, read } = await openedAt(paystack);
    Object.assign(paystack.only(), { status: 'success', ...otherwise });
    for (const _ of [1, 2]) expect((await read()).body.data).toMatchObject({ status: 'mismatched', completedAt: null });
    expect(await ledgerOf(account.accountId, 'live')).toHaveLength(0);
  });
});

describe('Reading a top-up is refused', () => {
  test.each(['top_01KAJ3WZ5T8RB6C2F4G9J1K7NV', 'nothing', 'a#b', 'x'.repeat(3_000)])(
    'for a reference that does not exist: %.20s',
    async (reference) => {
      const { status, body } = await call(await accountWithWallets(), at(reference));
      expect(status).toBe(404);
      expect(body).toStrictEqual({
        success: false,
        status: 'error',
        message: 'Top-up not found.',
        code: 'TOP_UP_NOT_FOUND',
      });
    },
  );
});

const pathOf = (reference: string) => ({ ...at(reference), path: `/v1/wallet/top-up/${reference}` });

securitySuite({
  contract: readTopUp,
  handler,
  environment: 'live',
  request: async (account) => {
    await openBoth(account.accountId);
    return pathOf(await startedBy(account));
  },
  missing: () => pathOf(newId('top', Date.now())),
});
