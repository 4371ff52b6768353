import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/verification/submit-address';
import { submitAddress } from '#functions/api/verification/submit-address.contract';
import { addressKeys } from '#shared/addresses/keys';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { serviceKit } from '#shared/http/kit';
import { newId } from '#shared/platform/ids';
import { addEntries, entry } from '#tests/integration/wallet/support';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import {
  ADDRESS,
  type AddressAccount,
  addressAccount,
  eventsOf,
  money,
  PRICE_KOBO,
  read,
  stored,
  submit,
  submitPatiently,
  submitted,
  THIS_MONTH,
  VISITING,
} from './world.ts';

const table = serviceTable();

const setCap = ({ accountId }: AddressAccount, capKobo: number) =>
  table.write(put({ ...addressKeys.budgetCap(accountId), capKobo }, {}));

describe('Submitting an address', () => {
  test('creates a pending verification, debits its price once and takes it from the budget', async () => {
    const account = await addressAccount();
    const { status, body } = await submit(account);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      entity: { status: 'pending', reference_id: expect.stringMatching(/^addr_[0-9A-Z]{26}$/) },
    });
    expect(await money(account)).toStrictEqual({
      balanceKobo: 10_000_000 - PRICE_KOBO,
      ledgerKobo: 10_000_000 - PRICE_KOBO,
      spentKobo: PRICE_KOBO,
      entries: ['debit'],
    });
  });

  test('emits the event that causes its booking, with ids only', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    const [event, ...others] = await eventsOf(account, 'verification.address.submitted');
    expect(others).toStrictEqual([]);
    expect(event).toMatchObject({
      widgetId: null,
      data: { verificationReference: reference, companyId: account.companyId, environment: 'sandbox' },
    });
    expect(Object.keys(event?.['data'] as object)).toHaveLength(3);
  });

  test('stores phone numbers in E.164, and others as they were sent', async () => {
    const account = await addressAccount();
    const reference = await submitted(account, { mobile: 'ask at the gate' });
    expect(await stored(reference)).toMatchObject({ businessPhone: '+2348031234567', phone: 'ask at the gate' });
  });

  test("by a session is for live, and by a key for the key's environment", async () => {
    const live = await addressAccount('live');
    expect(await stored(await submitted(live))).toMatchObject({ environment: 'live' });
    expect(await money(live)).toMatchObject({ balanceKobo: 10_000_000 - PRICE_KOBO, spentKobo: PRICE_KOBO });
    expect(await money({ ...live, environment: 'sandbox' })).toMatchObject({ balanceKobo: 10_000_000, spentKobo: 0 });
  });

  test('with one idempotency key charges once, however often it is sent', async () => {
    const account = await addressAccount();
    const request = { headers: { 'idempotency-key': 'visit-1' } };
    const responses = await Promise.all(Array.from({ length: 5 }, () => submit(account, {}, request)));
    expect(new Set(responses.map(({ body }) => body.entity.reference_id)).size).toBe(1);
    expect(await money(account)).toMatchObject({ spentKobo: PRICE_KOBO, entries: ['debit'] });
    const other = await submit(account, { street: '13 Broad Street' }, request);
    expect(other).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
  });

  test('counts only those with valid fields, including those that are refused later', async () => {
    const account = await addressAccount();
    const sourceIp = '192.0.2.78';
    for (let tries = 0; tries < 6; tries++) {
      expect((await submit(account, { street: '' }, { sourceIp })).status).toBe(400);
    }
    const unknown = await submit(account, { companyId: 'cmp_01KAJ6N2C5F8H1K4M7P0R3T6W9' }, { sourceIp });
    expect([unknown.status, unknown.headers['RateLimit-Remaining']]).toStrictEqual([404, '4']);
    const rest = await Promise.all(Array.from({ length: 5 }, () => submit(account, {}, { sourceIp })));
    expect(rest.map(({ status }) => status).sort()).toStrictEqual([200, 200, 200, 200, 429]);
  });

  test('counts five a day per address, and reading does not count', async () => {
    const account = await addressAccount();
    const sourceIp = '192.0.2.77';
    const first = await submit(account, {}, { sourceIp });
    expect(first.headers).toMatchObject({ 'RateLimit-Limit': '5', 'RateLimit-Remaining': '4' });
    const rest = await Promise.all(Array.from({ length: 5 }, () => submit(account, {}, { sourceIp })));
    expect(rest.map(({ status }) => status).sort()).toStrictEqual([200, 200, 200, 200, 429]);
    const { status, headers } = await read(account, { companyId: account.companyId });
    expect(status).toBe(200);
    expect(headers).not.toHaveProperty('RateLimit-Limit');
  });
});

describe('Submitting an address is refused, in this order,', () => {
  const nobody = (headers: Record<string, string> = {}) =>
    endpoint(submitAddress, handler)({ headers } as never, { body: {} });

  test('401 {message}: without a caller, whatever else is wrong', async () => {
    expect(await nobody()).toMatchObject({ status: 401 });
    expect(Object.keys((await nobody()).body)).toStrictEqual(['message']);
  });

  test.each([undefined, '', '   '])('400 {message}: with companyId %j, naming only that', async (companyId) => {
    const account = await addressAccount();
    const { status, body } = await submit(account, { companyId, street: '', city: undefined });
    expect(status).toBe(400);
    expect(Object.keys(body)).toStrictEqual(['message']);
    expect(body.message).toMatch(/^companyId: [^;]+\.$/);
  });

  test('400 {message}: naming every empty field, even for a company that does not exist', async () => {
    const account = await addressAccount();
    const empty = Object.fromEntries(
      Object.keys(ADDRESS).map((field, index) => [field, ['', '  ', undefined][index % 3]]),
    );
    const { status, body } = await submit(account, { ...empty, companyId: newId('cmp', Date.now()) });
    expect(status).toBe(400);
    expect(Object.keys(body)).toStrictEqual(['message']);
    for (const field of Object.keys(ADDRESS)) expect(body.message).toContain(`${field}: `);
    const one = await submit(account, { landmark: '' });
    expect(one.body).toStrictEqual({ message: 'landmark: Must not be empty.' });
  });

  test("404 {message}: for a missing company, another account's and one of the other environment, byte for byte the same", async () => {
    const account = await addressAccount();
    await setCap(account, 0);
    const other = await addressAccount();
    const live = await createCompanyFor(account.session, { environment: 'live' });
    const bodies = await Promise.all(
      [newId('cmp', Date.now()), other.companyId, live.id, 'rubbish', 'x'.repeat(5_000)].map(async (companyId) => {
        const { status, response } = await submit(account, { companyId });
        expect(status).toBe(404);
        return response.body;
      }),
    );
    expect(new Set(bodies)).toStrictEqual(new Set(['{"message":"Company not found."}']));
  });

  test('402 {message, code, details}: above the monthly budget, before an empty wallet', async () => {
    const account = await addressAccount();
    await setCap(account, 700_000);
    await submitted(account);
    await addEntries(account.accountId, 'sandbox', [entry('debit', 9_500_000)]);
    const { status, body } = await submit(account);
    expect(status).toBe(402);
    expect(body).toStrictEqual({
      message: expect.any(String),
      code: 'MONTHLY_BUDGET_EXCEEDED',
      details: {
        capKobo: 700_000,
        spentKobo: PRICE_KOBO,
        requestedKobo: PRICE_KOBO,
        remainingKobo: 200_000,
        period: THIS_MONTH,
        resetsAt: expect.stringMatching(/^\d{4}-\d{2}-01T00:00:00\.000Z$/),
      },
    });
    expect(await money(account)).toMatchObject({ spentKobo: PRICE_KOBO, entries: ['debit'] });
  });

  test('402: with a wallet that does not cover it, and nothing is stored', async () => {
    const account = await addressAccount();
    await addEntries(account.accountId, 'sandbox', [entry('debit', 9_600_000)]);
    const { status, body } = await submit(account, {}, {}, { sources: { ...VISITING, canBook: async () => false } });
    expect(status).toBe(402);
    expect(body).toStrictEqual({
      message: expect.any(String),
      code: 'INSUFFICIENT_BALANCE',
      details: { balanceKobo: 400_000, requiredKobo: PRICE_KOBO },
    });
    expect(await money(account)).toMatchObject({ balanceKobo: 400_000, spentKobo: 0, entries: [] });
    expect(await eventsOf(account, 'verification.address.submitted')).toStrictEqual([]);
    expect(await read(account, { companyId: account.companyId })).toMatchObject({ status: 404 });
  });

  test('503: on a stage without a visit source, and nothing is charged', async () => {
    const account = await addressAccount('live');
    const response = await submit(account, {}, {}, { sources: { ...VISITING, canBook: async () => false } });
    expect(response).toMatchObject({ status: 503, body: { code: 'SOURCE_UNAVAILABLE' } });
    expect(await money(account)).toMatchObject({ balanceKobo: 10_000_000, spentKobo: 0 });
  });

  test('for texts that are too long or not texts', async () => {
    const account = await addressAccount();
    const { status, body } = await submit(account, {
      first_name: 'x'.repeat(201),
      mobile: 8031234567,
      city: ['Lagos'],
    });
    expect(status).toBe(400);
    for (const field of ['first_name', 'mobile', 'city']) expect(body.message).toContain(`${field}: `);
  });
});

describe('The monthly budget', () => {
  test('is that of the stage, unless the account has its own', async () => {
    const account = await addressAccount();
    const ofStage = await submit(account, {}, {}, { addressBudget: () => PRICE_KOBO - 1 });
    expect(ofStage).toMatchObject({ status: 402, body: { details: { capKobo: PRICE_KOBO - 1 } } });
    await setCap(account, PRICE_KOBO);
    expect(await submit(account, {}, {}, { addressBudget: () => 0 })).toMatchObject({ status: 200 });
    expect(await submit(account, {}, {}, { addressBudget: () => 10_000_000 })).toMatchObject({ status: 402 });
  });

  test('starts again with each UTC month', async () => {
    const account = await addressAccount();
    await setCap(account, PRICE_KOBO);
    const at = (time: string) => async () => {
      const kit = { ...serviceKit, clock: () => Date.parse(time) };
      const nowMs = Date.parse(time);
      const caller = await signedInAccount({ accountId: account.accountId, signedInAtMs: nowMs - 1_000 });
      const live = await createCompanyFor(account.session, { environment: 'live' });
      const call = endpoint(submitAddress, handler.with({ sources: VISITING }, kit));
      const response = await call(caller, { body: { companyId: live.id, ...ADDRESS } });
      return [response.status, response.body.details?.period, response.body.details?.resetsAt];
    };
    await addEntries(account.accountId, 'live', [entry('credit', 5_000_000)], Date.parse('2030-01-01T00:00:00.000Z'));
    expect(await at('2030-01-31T23:59:59.999Z')()).toStrictEqual([200, undefined, undefined]);
    expect(await at('2030-01-31T23:59:59.999Z')()).toStrictEqual([402, '2030-01', '2030-02-01T00:00:00.000Z']);
    expect(await at('2030-02-01T00:00:00.000Z')()).toStrictEqual([200, undefined, undefined]);
    expect(await at('2030-12-31T23:59:59.999Z')()).toStrictEqual([200, undefined, undefined]);
    expect(await at('2030-12-31T23:59:59.999Z')()).toStrictEqual([402, '2030-12', '2031-01-01T00:00:00.000Z']);
  });

  test('is never exceeded by a kobo under 100 submissions at once', { tags: ['load'] }, async () => {
    const account = await addressAccount();
    await setCap(account, 7 * PRICE_KOBO + PRICE_KOBO - 1);
    const responses = await Promise.all(Array.from({ length: 100 }, () => submitPatiently(account)));
    const codes = responses.map(({ status, body }) => (status === 200 ? 'accepted' : body.code));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(7);
    expect(codes.filter((code) => code === 'MONTHLY_BUDGET_EXCEEDED')).toHaveLength(93);
    expect(await money(account)).toStrictEqual({
      balanceKobo: 10_000_000 - 7 * PRICE_KOBO,
      ledgerKobo: 10_000_000 - 7 * PRICE_KOBO,
      spentKobo: 7 * PRICE_KOBO,
      entries: Array.from({ length: 7 }, () => 'debit'),
    });
  });

  test('is the reason for the refusal if it and the wallet run out at the same time', async () => {
    const account = await addressAccount();
    await addEntries(account.accountId, 'sandbox', [entry('debit', 10_000_000 - 2 * PRICE_KOBO)]);
    await setCap(account, 2 * PRICE_KOBO);
    const responses = await Promise.all(Array.from({ length: 8 }, () => submit(account)));
    const codes = responses.map(({ status, body }) => (status === 200 ? 'accepted' : body.code)).sort();
    expect(codes).toStrictEqual([
      ...Array.from({ length: 6 }, () => 'MONTHLY_BUDGET_EXCEEDED'),
      'accepted',
      'accepted',
    ]);
    expect(await money(account)).toMatchObject({ balanceKobo: 0, spentKobo: 2 * PRICE_KOBO });
  });
});

securitySuite({
  contract: submitAddress,
  handler: handler.with({ sources: VISITING }),
  environment: 'live',
  request: async (account) => {
    await openWalletsFor(account);
    await addEntries(account.accountId, 'live', [entry('credit', 10_000_000)]);
    const { id } = await createCompanyFor(account, { environment: 'live' });
    return { body: { companyId: id, ...ADDRESS } };
  },
  missing: async (account) => {
    await openWalletsFor(account);
    return { body: { companyId: newId('cmp', Date.now()), ...ADDRESS } };
  },
});
