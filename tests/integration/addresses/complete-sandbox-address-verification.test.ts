import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/sandbox/complete-sandbox-address-verification';
import { completeSandboxAddressVerification } from '#functions/api/sandbox/complete-sandbox-address-verification.contract';
import { newId } from '#shared/platform/ids';
import { apiKeyFor } from '#tests/support/accounts';
import { createAddressFor } from '#tests/support/addresses';
import { securitySuite } from '#tests/support/security-suite';
import { addressAccount, complete, money, submitted, worker } from './world.ts';

describe('Completing a visit of the sandbox', () => {
  test.each([
    ['12 Broad Street', 'verified'],
    ['SLOW lane', 'verified'],
    ['FAIL street', 'not_verified'],
  ])('to %s without an outcome: %s', async (street, result) => {
    const account = await addressAccount();
    const reference = await submitted(account, { street });
    const { status, body } = await complete(account, reference);
    expect(status).toBe(200);
    expect(Object.keys(body)).toStrictEqual(['entity']);
    expect(body.entity).toMatchObject({ status: 'completed', reference_id: reference, data: { result } });
  });

  test('with an outcome, whatever its street says', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { street: 'FAIL street' });
    const { body } = await complete(account, reference, { outcome: 'verified' });
    expect(body.entity).toMatchObject({ status: 'completed', data: { result: 'verified', reason: null } });
  });

  test('as failed refunds it', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { street: 'UNREACHABLE' });
    expect((await complete(account, reference)).body).toStrictEqual({
      entity: { status: 'failed', reference_id: reference, data: { reason: expect.any(String) } },
    });
    expect(await money(account)).toMatchObject({ balanceKobo: 10_000_000, spentKobo: 0, entries: ['debit', 'credit'] });
  });

  test('again is the same 200, and with another outcome a 409; its own message changes nothing more', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    const { step, next } = worker();
    await step(reference);
    const first = await complete(account, reference, { outcome: 'not_verified' });
    await next();
    for (const body of [undefined, {}, { outcome: 'not_verified' }]) {
      const again = await complete(account, reference, body);
      expect([again.status, again.body]).toStrictEqual([200, first.body]);
    }
    expect(await complete(account, reference, { outcome: 'verified' })).toMatchObject({
      status: 409,
      body: { code: 'ADDRESS_VERIFICATION_ENDED' },
    });
  });

  test('as failed ten times at once refunds once', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => complete(account, reference, { outcome: 'failed' })),
    );
    expect(new Set(responses.map(({ status }) => status))).toStrictEqual(new Set([200]));
    expect(await money(account)).toMatchObject({ balanceKobo: 10_000_000, spentKobo: 0, entries: ['debit', 'credit'] });
  });
});

describe('Completing a visit of the sandbox is refused', () => {
  test('404: for a live one, whoever calls', async () => {
    const account = await addressAccount('live');
    const reference = await submitted(account);
    for (const caller of [account.caller, await apiKeyFor(account, 'live'), await apiKeyFor(account, 'sandbox')]) {
      expect(await complete({ caller }, reference)).toMatchObject({
        status: 404,
        body: { code: 'ADDRESS_VERIFICATION_NOT_FOUND' },
      });
    }
  });

  test('400: for an unknown outcome', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    expect(await complete(account, reference, { outcome: 'maybe' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'outcome' }] },
    });
  });
});

securitySuite({
  contract: completeSandboxAddressVerification,
  handler,
  request: async (account) => ({ pathParameters: { reference: (await createAddressFor(account)).reference } }),
  missing: () => ({ pathParameters: { reference: newId('addr', Date.now()) } }),
});
