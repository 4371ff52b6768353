import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/sandbox/simulate-sandbox-monitoring-event';
import { simulateSandboxMonitoringEvent } from '#functions/api/sandbox/simulate-sandbox-monitoring-event.contract';
import { serviceTable } from '#shared/db/client';
import type { FanOut } from '#shared/monitoring/fan-out/fan-out-queue';
import { readScoreHistory } from '#shared/monitoring/vendors/event-repository';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';
import { createVendor } from '#tests/support/vendors';
import { createWatchFor } from '#tests/support/watches';

const sent: FanOut[] = [];
const quiet = handler.with({ fanOuts: async (fanOut: FanOut) => void sent.push(fanOut) });
const call = endpoint(simulateSandboxMonitoringEvent, quiet);

const table = serviceTable();

const watchedVendor = async ({ accountId }: Pick<SignedInAccount, 'accountId'>) => {
  const place = { accountId, environment: 'sandbox' } as const;
  const vendor = await createVendor(place);
  await createWatchFor(place, vendor);
  return vendor;
};

describe('Simulating a monitoring event', () => {
  test('returns the event, changes the score and starts the fan-out of its point', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const { status, body } = await call(account, {
      body: {
        vendorId: vendor.id,
        kind: 'adverse_media',
        severity: 'HIGH',
        source: '  The Punch ',
        headline: 'Haulier under investigation',
        url: 'https://punch.example/haulier',
        other: 'dropped',
      },
    });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        eventId: expect.stringMatching(/^evt_[0-9A-Z]{26}$/),
        vendorId: vendor.id,
        kind: 'adverse_media',
        severity: 'HIGH',
        source: 'The Punch',
        headline: 'Haulier under investigation',
        url: 'https://punch.example/haulier',
        whatChanged: null,
        createdAt: expect.any(String),
      },
    });
    expect(await readVendorState(table, vendor.id)).toMatchObject({ scoreHundredths: 6_500, mentionCount: 1 });
    expect(sent.filter(({ vendorId }) => vendorId === vendor.id)).toEqual([{ vendorId: vendor.id, number: 2 }]);
  });

  test('of the same kind and source again is a 200 with the first, which changes and sends nothing', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const body = { vendorId: vendor.id, kind: 'litigation' };
    const first = await call(account, { body });
    const again = await call(account, { body: { ...body, headline: 'Another' } });
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.body).toStrictEqual(first.body);
    expect(first.body.data.source).toBe('Sandbox');
    expect(await readScoreHistory(table, vendor.id)).toHaveLength(2);
    expect(sent.filter(({ vendorId }) => vendorId === vendor.id)).toHaveLength(1);
  });

  test('is limited by account: 120 a minute', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const { headers } = await call(account, { body: { vendorId: vendor.id, kind: 'litigation' } });
    expect(headers).toMatchObject({ 'RateLimit-Limit': '120', 'RateLimit-Remaining': '119' });
  });

  test('20 times at the same moment is one 201 and nineteen 200s, all with the same event', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const body = { vendorId: vendor.id, kind: 'insolvency', source: 'Gazette' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => call(account, { body })));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(responses.map((response) => response.body.data.eventId)).size).toBe(1);
    expect(await readVendorState(table, vendor.id)).toMatchObject({ scoreHundredths: 5_000, version: 2 });
  });

  test('works with a session, with a key of the sandbox, and for an owner who does not watch', async () => {
    const account = await signedInAccount();
    const key = await apiKeyFor(account);
    const company = await createCompanyFor(account);
    const byKey = await call(
      { ...account, headers: key.headers },
      { body: { vendorId: company.id, kind: 'pep_match' } },
    );
    const bySession = await call(account, { body: { vendorId: company.id, kind: 'name_change' } });
    expect([byKey.status, bySession.status]).toEqual([201, 201]);
  });

  test('with an Idempotency-Key happens once, and its repetition gets the first response', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const request = {
      body: { vendorId: vendor.id, kind: 'litigation' },
      headers: { 'idempotency-key': 'simulated-once' },
    };
    const first = await call(account, request);
    const again = await call(account, request);
    expect([first.status, again.status, again.body]).toStrictEqual([201, 201, first.body]);
    expect(again.headers['Idempotency-Replayed']).toBe('true');
  });

  test('is stored although its message cannot be sent', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const failing = handler.with({ fanOuts: () => Promise.reject(new Error('no queue')) });
    const { status } = await endpoint(simulateSandboxMonitoringEvent, failing)(account, {
      body: { vendorId: vendor.id, kind: 'litigation' },
    });
    expect(status).toBe(201);
    expect(await readScoreHistory(table, vendor.id)).toHaveLength(2);
  });
});

describe('Simulating a monitoring event is refused', () => {
  test('with the same 404 for vendors of live, of another account, and missing ones', async () => {
    const [account, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    const own = await createCompanyFor(account, { environment: 'live' });
    const foreign = await watchedVendor(other);
    const unwatched = await createVendor({ accountId: account.accountId, environment: 'sandbox' });
    for (const vendorId of [own.id, foreign.id, unwatched.id, newId('cmp', 1), 'cmp_#', '']) {
      const { status, body } = await call(account, { body: { vendorId, kind: 'litigation' } });
      expect([status, body.code]).toStrictEqual(
        vendorId === '' ? [400, 'VALIDATION_FAILED'] : [404, 'VENDOR_NOT_FOUND'],
      );
    }
    expect(await readVendorState(table, foreign.id)).toBeUndefined();
    const liveKey = await apiKeyFor(account, 'live');
    const company = await createCompanyFor(account);
    const byLiveKey = await call(
      { ...account, headers: liveKey.headers },
      { body: { vendorId: company.id, kind: 'litigation' } },
    );
    expect([byLiveKey.status, byLiveKey.body.code]).toStrictEqual([404, 'VENDOR_NOT_FOUND']);
  });

  test.each([
    ['kind', { kind: 'gossip' }],
    ['kind', { kind: 'monitoring_started' }],
    ['kind', { kind: undefined }],
    ['severity', { severity: 'CRITICAL' }],
    ['severity', { severity: 'SEVERE' }],
    ['source', { source: '   ' }],
    ['source', { source: 'x'.repeat(201) }],
    ['headline', { headline: 'x'.repeat(501) }],
    ['whatChanged', { whatChanged: 'x'.repeat(2_001) }],
    ['whatChanged', { whatChanged: '\ud800' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['url', { url: 'ftp://files.example/x' }],
    ['url', { url: '/relative' }],
    ['url', { url: `https://a.example/${'x'.repeat(2_048)}` }],
  ])('with a 400 that names %s for %o', async (path, wrong) => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const { status, body } = await call(account, {
      body: { vendorId: vendor.id, kind: 'adverse_media', ...wrong },
    });
    expect([status, body.code, body.details[0].path]).toStrictEqual([400, 'VALIDATION_FAILED', path]);
    expect(await readVendorState(table, vendor.id)).toBeUndefined();
  });

  test('with every problem at once', async () => {
    const { body } = await call(await signedInAccount(), { body: { kind: 'x', url: 'x', severity: 1 } });
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'kind',
      'severity',
      'url',
      'vendorId',
    ]);
  });

  test('with no severity but the fixed one of its kind, because a sent severity is dropped', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    const { status, body } = await call(account, {
      body: { vendorId: vendor.id, kind: 'name_change', severity: 'CRITICAL' },
    });
    expect([status, body.data.severity]).toStrictEqual([201, 'LOW']);
  });
});

securitySuite({
  contract: simulateSandboxMonitoringEvent,
  handler: quiet,
  request: async (account) => ({ body: { vendorId: (await createCompanyFor(account)).id, kind: 'litigation' } }),
  missing: () => ({ body: { vendorId: newId('cmp', Date.now()), kind: 'litigation' } }),
});
