import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/sandbox/renew-sandbox-watch';
import { renewSandboxWatch } from '#functions/api/sandbox/renew-sandbox-watch.contract';
import { serviceTable } from '#shared/db/client';
import { findWatch } from '#shared/monitoring/watches/watch-repository';
import { monthsAfter } from '#shared/platform/calendar';
import { isoTime } from '#shared/platform/clock';
import type { Environment } from '#shared/platform/environments';
import { newId } from '#shared/platform/ids';
import { setBalance } from '#tests/integration/assessment/submissions';
import { MONTH_KOBO } from '#tests/integration/monitoring/renewal-world';
import { accountWithWallets, expectSoundLedger, ledgerOf, openBoth } from '#tests/integration/wallet/support';
import { apiKeyFor, type SignedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { eventsOfAccount } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { beginWatchFor, renewOnly } from '#tests/support/watches';

const call = endpoint(renewSandboxWatch, handler);

/** A vendor that a new account has watched since a given time, paid for with test money. */
const watching = async (environment: Environment = 'sandbox', sinceMs = Date.now()) => {
  const account = await accountWithWallets();
  const { accountId } = account;
  const place = { accountId, environment };
  if (environment === 'live') await setBalance(accountId, 'live', 5 * MONTH_KOBO);
  const watch = await beginWatchFor(place, sinceMs);
  const path = { pathParameters: { vendorId: watch.vendorId } };
  const months = async () =>
    (await ledgerOf(accountId, environment)).filter(({ actionKey }) => actionKey === 'vendor_monitoring_monthly')
      .length;
  return {
    account,
    watch,
    path,
    months,
    renew: (request: { readonly headers?: Record<string, string> } = {}) => call(account, { ...path, ...request }),
    spend: (balanceKobo: number) => setBalance(accountId, 'sandbox', balanceKobo),
    stored: () => findWatch(serviceTable(), place, watch.vendorId),
    pausedEvents: () => eventsOfAccount(accountId, 'monitoring.watch.paused'),
  };
};

describe('Renewing a sandbox watch', () => {
  test('debits the next month and moves its end, with each call', async () => {
    const sinceMs = Date.now();
    const { account, watch, renew, months, stored } = await watching('sandbox', sinceMs);
    const first = await renew();
    expect([first.status, first.body.data.status]).toStrictEqual([200, 'active']);
    expect(first.body.data).toMatchObject({
      vendorId: watch.vendorId,
      monitoringSince: isoTime(sinceMs),
      paidUntil: isoTime(monthsAfter(sinceMs, 2)),
    });
    expect((await renew()).body.data.paidUntil).toBe(isoTime(monthsAfter(sinceMs, 3)));
    expect(await months()).toBe(3);
    expect(await stored()).toMatchObject({ paidUntil: isoTime(monthsAfter(sinceMs, 3)) });
    await expectSoundLedger(account.accountId, 'sandbox');
  });

  test('without money ends the month, then pauses it with its event, and resumes it once there is money', async () => {
    const { renew, spend, months, stored, pausedEvents, watch } = await watching();
    await spend(MONTH_KOBO - 1);
    const unpaid = await renew();
    expect([unpaid.body.data.status, Date.parse(unpaid.body.data.paidUntil) <= Date.now()]).toStrictEqual([
      'active',
      true,
    ]);
    expect(await pausedEvents()).toHaveLength(0);
    const paused = await renew();
    expect(paused.body.data.status).toBe('paused');
    const stillPaused = await renew();
    expect(stillPaused.body.data.status).toBe('paused');
    const events = await pausedEvents();
    expect(events.map(({ data }) => data)).toEqual([
      { vendorId: watch.vendorId, priceKobo: MONTH_KOBO, paidUntil: paused.body.data.paidUntil },
    ]);
    expect(await months()).toBe(1);
    await spend(MONTH_KOBO);
    const resumed = await renew();
    expect(resumed.body.data.status).toBe('active');
    expect(Date.parse(resumed.body.data.paidUntil)).toBeGreaterThan(Date.now());
    expect(await months()).toBe(2);
    expect(await stored()).toMatchObject({ status: 'active', paidUntil: resumed.body.data.paidUntil });
  });

  test('shows the stored dates, and does not change those of the schedule', async () => {
    const { account, renew, months, stored } = await watching();
    const { body } = await renew();
    await renewOnly([account.accountId], Date.parse(body.data.paidUntil));
    expect(await months()).toBe(2);
    await renewOnly([account.accountId], Date.parse(body.data.paidUntil) + 1);
    expect(await months()).toBe(3);
    expect((await stored())?.status).toBe('active');
  });

  test('with an Idempotency-Key happens once, and its repetition gets the first response', async () => {
    const { renew, months } = await watching();
    const headers = { 'idempotency-key': 'renewed-once' };
    const first = await renew({ headers });
    const again = await renew({ headers });
    expect([again.status, again.body]).toStrictEqual([200, first.body]);
    expect(again.headers['Idempotency-Replayed']).toBe('true');
    expect(await months()).toBe(2);
  });

  test('three times at once charges three months', async () => {
    const { account, renew, months, stored, watch } = await watching();
    const responses = await Promise.all(Array.from({ length: 3 }, () => renew()));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await months()).toBe(4);
    expect((await stored())?.paidUntil).toBe(isoTime(monthsAfter(Date.parse(watch.monitoringSince), 4)));
    await expectSoundLedger(account.accountId, 'sandbox');
  });

  test('works by a key of the sandbox', async () => {
    const { account, path } = await watching();
    expect((await call(await apiKeyFor(account), path)).status).toBe(200);
  });
});

describe('Renewing a sandbox watch refuses', () => {
  test('a watch in live, with the same 404 as for one that never existed, and charges nothing', async () => {
    const { account, renew, months } = await watching('live');
    const live = await renew();
    const missing = await call(account, { pathParameters: { vendorId: newId('cmp', Date.now()) } });
    expect([live.status, live.body.code]).toStrictEqual([404, 'VENDOR_NOT_FOUND']);
    expect(live.response.body).toBe(missing.response.body);
    const byKey = await call(await apiKeyFor(account, 'live'), { pathParameters: { vendorId: 'cmp_none' } });
    expect(byKey.response.body).toBe(missing.response.body);
    expect(await months()).toBe(1);
  });

  test('an owner who does not watch', async () => {
    const account = await accountWithWallets();
    const company = await createCompanyFor(account);
    expect((await call(account, { pathParameters: { vendorId: company.id } })).status).toBe(404);
  });
});

const watchOf = async (account: SignedInAccount) => {
  await openBoth(account.accountId);
  return beginWatchFor({ accountId: account.accountId, environment: 'sandbox' });
};

securitySuite({
  contract: renewSandboxWatch,
  handler,
  request: async (account) => ({ pathParameters: { vendorId: (await watchOf(account)).vendorId } }),
  missing: () => ({ pathParameters: { vendorId: newId('cmp', Date.now()) } }),
});
