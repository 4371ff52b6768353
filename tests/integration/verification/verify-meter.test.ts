import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as meterHandler } from '#functions/api/verification/verify-meter';
import { verifyMeter } from '#functions/api/verification/verify-meter.contract';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { found, unavailable } from '#shared/sources/lookup-results';
import { METER_PROVIDERS } from '#shared/sources/ports';
import { selectSources } from '#shared/sources/select';
import { walletKeys } from '#shared/wallet/keys';
import { addEntries, entry, hold } from '#tests/integration/wallet/support';
import { endpoint } from '#tests/support/call';
import { openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { readTestVault } from '#tests/support/vault';
import { balanceOf, checkEvents, OPENING_KOBO, recordOf, sandboxCaller, sourcesWith } from './world.ts';

const table = serviceTable();
const PRICE_KOBO = 15_000;
const METER = { meterNumber: '45 070 012 345', provider: 'IKEJA' };

const handler = meterHandler.with({ vault: readTestVault });
const call = endpoint(verifyMeter, handler);

/** The endpoint over a source with this response, and the lookups that it received. */
const asking = (respond: () => Promise<unknown>) => {
  const { calls, sources } = sourcesWith('meter', respond as never);
  return { calls, call: endpoint(verifyMeter, meterHandler.with({ sources, vault: readTestVault })) };
};

describe('Checking a meter by its number', () => {
  test('returns what its distributor knows, with exactly the keys of the interface', async () => {
    const { status, body } = await call(await sandboxCaller(), { body: METER });
    expect(status).toBe(200);
    const address = '45070012345 Sandbox Street, IKEJA';
    expect(body).toStrictEqual({
      success: true,
      billInfo: { meterNumber: '45070012345', provider: 'IKEJA', billDate: '' },
      verificationResult: { status: true, address, provider: 'IKEJA', meterNumber: '45070012345' },
    });
  });

  test('debits its rate, with the record and the event of the check', async () => {
    const account = await sandboxCaller();
    await call(account, { body: METER });
    expect(await balanceOf(account)).toBe(OPENING_KOBO - PRICE_KOBO);
    const [event, ...others] = await checkEvents(account);
    expect(others).toStrictEqual([]);
    expect(event).toMatchObject({
      type: 'verification.utility_bill.completed',
      environment: 'sandbox',
      widgetId: null,
    });
    expect(event?.data).toStrictEqual({
      verificationReference: expect.stringMatching(/^ver_[0-9A-Z]{26}$/),
      companyId: null,
      applicantId: null,
      widgetId: null,
      referenceId: null,
      submissionReference: null,
      moduleId: 'utility_bill_verification',
      environment: 'sandbox',
      status: 'passed',
      reasonCodes: [],
      completedAt: expect.any(String),
    });
    const reference = String(event?.data['verificationReference']);
    expect(await recordOf(account, reference)).toMatchObject({
      verificationReference: reference,
      companyId: null,
      number: '45070012345',
      status: 'passed',
      document: null,
      chargeKobo: PRICE_KOBO,
      transactionId: expect.stringMatching(/^txn_/),
    });
  });

  test.each([
    ['an unknown number', '00000000000', '00000000000', 'meter_not_found'],
    ['a number of five digits', '12345', '12345', 'meter_malformed'],
    ['a text that is not a number', ' not-a-meter ', 'not-a-meter', 'meter_malformed'],
    ['a number of fourteen digits', '12345678901234', '12345678901234', 'meter_malformed'],
  ])('for %s is a result, charged like any other', async (_, meterNumber, shown, reason) => {
    const account = await sandboxCaller();
    const { status, body } = await call(account, { body: { meterNumber, provider: 'EKO' } });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      billInfo: { meterNumber: shown, provider: 'EKO', billDate: '' },
      verificationResult: { status: false, address: '', provider: 'EKO', meterNumber: shown },
    });
    expect(await balanceOf(account)).toBe(OPENING_KOBO - PRICE_KOBO);
    expect(await checkEvents(account)).toMatchObject([{ data: { status: 'failed', reasonCodes: [reason] } }]);
  });

  test('asks no source about a malformed number', async () => {
    const { calls, call: ask } = asking(async () => unavailable('unreachable'));
    const { status } = await ask(await sandboxCaller(), { body: { meterNumber: '1', provider: 'EKO' } });
    expect([status, calls]).toStrictEqual([200, []]);
  });

  test('with a session belongs to the live environment, which pays for it', async () => {
    const account = await sandboxCaller();
    await addEntries(account.accountId, 'live', [entry('credit', 20_000)]);
    const session = await endpoint(
      verifyMeter,
      meterHandler.with({
        vault: readTestVault,
        sources: async () => selectSources({ environment: 'sandbox', sourcesConfig: {}, simulateLiveSources: false }),
      }),
    )({ ...account, headers: { authorization: `Bearer ${account.token}` } }, { body: METER });
    expect(session.status).toBe(200);
    expect(await balanceOf(account, 'live')).toBe(20_000 - PRICE_KOBO);
    expect(await balanceOf(account)).toBe(OPENING_KOBO);
    expect(await checkEvents(account)).toMatchObject([{ environment: 'live', data: { environment: 'live' } }]);
  });

  test('is limited by account, from whatever address it is called', async () => {
    const account = await sandboxCaller();
    const first = await call(account, { body: METER, sourceIp: '192.0.2.1' });
    const second = await call(account, { body: METER, sourceIp: '192.0.2.2' });
    expect(first.headers).toMatchObject({ 'RateLimit-Limit': '10', 'RateLimit-Remaining': '9' });
    expect(second.headers).toMatchObject({ 'RateLimit-Remaining': '8' });
  });
});

describe('A meter is checked and charged once', () => {
  test('for one idempotency key, however often it is sent', async () => {
    const account = await sandboxCaller();
    const { calls, call: ask } = asking(async () => found({ address: '1 Allen Avenue, Ikeja' }));
    const request = { body: METER, headers: { 'idempotency-key': randomUUID() } };
    const first = await ask(account, request);
    const again = await ask(account, request);
    expect(again.body).toStrictEqual(first.body);
    expect(calls).toHaveLength(1);
    expect(await balanceOf(account)).toBe(OPENING_KOBO - PRICE_KOBO);
    expect(await checkEvents(account)).toHaveLength(1);
  });

  test('for one key that is sent five times at once: the others are told to wait, or get its response', async () => {
    const account = await sandboxCaller();
    const { calls, call: ask } = asking(async () => found({ address: '1 Allen Avenue, Ikeja' }));
    const request = { body: METER, headers: { 'idempotency-key': randomUUID() } };
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => ask(account, request)))).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(200);
    expect(statuses.filter((status) => status !== 200 && status !== 409)).toStrictEqual([]);
    expect(calls).toHaveLength(1);
    expect(await balanceOf(account)).toBe(OPENING_KOBO - PRICE_KOBO);
  });

  test('separately, if ten are requested at once', async () => {
    const account = await sandboxCaller();
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(account, { body: METER })));
    expect(responses.map(({ status }) => status)).toStrictEqual(Array(10).fill(200));
    expect(await balanceOf(account)).toBe(OPENING_KOBO - 10 * PRICE_KOBO);
    expect(await checkEvents(account)).toHaveLength(10);
  });

  test('never beyond the balance: of ten at once, those that it covers', async () => {
    const account = await sandboxCaller();
    await addEntries(account.accountId, 'sandbox', [entry('debit', OPENING_KOBO - 3 * PRICE_KOBO)]);
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(account, { body: METER })));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(statuses.filter((status) => status === 402)).toHaveLength(7);
    expect(await balanceOf(account)).toBe(0);
    expect(await checkEvents(account)).toHaveLength(3);
  });
});

describe('A meter is not checked', () => {
  const nothingHappened = async (account: Awaited<ReturnType<typeof sandboxCaller>>) => {
    expect(await balanceOf(account)).toBe(OPENING_KOBO);
    expect(await checkEvents(account)).toStrictEqual([]);
  };

  test.each([
    ['an empty body', undefined, 'meterNumber: Required.'],
    ['an empty object', {}, 'meterNumber: Required.'],
    ['a missing meter number', { provider: 'IKEJA' }, 'meterNumber: Required.'],
    ['an empty meter number', { meterNumber: '  ', provider: 'IKEJA' }, 'meterNumber: Must not be empty.'],
    ['a missing provider', { meterNumber: '45070012345' }, 'provider: Required.'],
    [
      'a provider other than the nine',
      { meterNumber: '45070012345', provider: 'LAGOS' },
      `provider: Must be one of: ${METER_PROVIDERS.join(', ')}.`,
    ],
  ])('with %s: 400 with exactly these keys', async (_, body, error) => {
    const account = await sandboxCaller();
    const response = await call(account, { ...(body && { body }) });
    expect(response.status).toBe(400);
    expect(response.body).toStrictEqual({ success: false, error });
    await nothingHappened(account);
  });

  test('while its source is down: 503, and the key is free again', async () => {
    const account = await sandboxCaller();
    const headers = { 'idempotency-key': randomUUID() };
    const { call: ask } = asking(async () => unavailable('timed_out'));
    const refused = await ask(account, { body: METER, headers });
    expect(refused.status).toBe(503);
    expect(refused.body).toMatchObject({ success: false, code: 'SOURCE_UNAVAILABLE' });
    await nothingHappened(account);
    expect((await call(account, { body: METER, headers })).status).toBe(200);
  });

  test('on a stage without a source for live: 503', async () => {
    const account = await sandboxCaller();
    await addEntries(account.accountId, 'live', [entry('credit', 20_000)]);
    const sources = async () => selectSources({ environment: 'live', sourcesConfig: {}, simulateLiveSources: false });
    const { status, body } = await endpoint(verifyMeter, meterHandler.with({ sources, vault: readTestVault }))(
      { ...account, headers: { authorization: `Bearer ${account.token}` } },
      { body: METER },
    );
    expect([status, body.code]).toStrictEqual([503, 'SOURCE_UNAVAILABLE']);
    expect(await balanceOf(account, 'live')).toBe(20_000);
  });

  test.each([
    [
      'is empty',
      (accountId: string) => addEntries(accountId, 'sandbox', [entry('debit', OPENING_KOBO - PRICE_KOBO + 1)]),
    ],
    ['a chat message reserves', (accountId: string) => hold(accountId, 'sandbox', OPENING_KOBO - PRICE_KOBO + 1)],
  ])('with a wallet that %s: 402, before any source is asked', async (_, spend) => {
    const account = await sandboxCaller();
    await spend(account.accountId);
    const { calls, call: ask } = asking(async () => unavailable('unreachable'));
    const { status, body } = await ask(account, { body: METER });
    expect(status).toBe(402);
    expect(body).toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      details: { balanceKobo: PRICE_KOBO - 1, requiredKobo: PRICE_KOBO },
    });
    expect(calls).toStrictEqual([]);
  });

  test('if the source fails because of a defect of the service: 500 with exactly these keys, and nothing is charged', async () => {
    const account = await sandboxCaller();
    const { call: ask } = asking(async () => {
      throw new Error('a defect of the adapter');
    });
    const { status, body } = await ask(account, { body: METER });
    expect(status).toBe(500);
    expect(body).toStrictEqual({ success: false, error: expect.any(String) });
    expect(body.error).not.toContain('adapter');
    await nothingHappened(account);
  });
});

test('A check that an administrator made free is recorded and emitted without a debit', async () => {
  const account = await sandboxCaller();
  const key = walletKeys.rate('utility_bill_verification');
  await table.write(put({ ...key, actionKey: 'utility_bill_verification', priceKobo: 0 }, {}));
  try {
    expect((await call(account, { body: METER })).status).toBe(200);
  } finally {
    await table.write({ kind: 'delete', key, when: {} });
  }
  expect(await balanceOf(account)).toBe(OPENING_KOBO);
  const [event] = await checkEvents(account);
  const record = await recordOf(account, String(event?.data['verificationReference']));
  expect(record).toMatchObject({ chargeKobo: 0, transactionId: null });
});

securitySuite({
  contract: verifyMeter,
  handler,
  request: async (account) => {
    await openWalletsFor(account);
    await addEntries(account.accountId, 'live', [entry('credit', 100_000)]);
    return { body: METER };
  },
});
