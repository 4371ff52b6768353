import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/monitoring/read-vendor';
import { readVendor } from '#functions/api/monitoring/read-vendor.contract';
import { readReadCounts } from '#shared/companies/read-counts';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';
import { createVendor, reportOn } from '#tests/support/vendors';
import { createWatchFor } from '#tests/support/watches';

const call = endpoint(readVendor, handler);

const requestOf = (vendorId: string) => ({ pathParameters: { vendorId } });

describe('A vendor', () => {
  test('is shown to its watcher with its score and the watch', async () => {
    const account = await signedInAccount();
    const place = { accountId: account.accountId, environment: 'live' } as const;
    const vendor = await createVendor(place);
    const watch = await createWatchFor(place, vendor, { label: 'Haulage' });
    await reportOn(vendor, { kind: 'sanctions_match' });
    const event = await reportOn(vendor, { kind: 'director_change' });

    const { status, body } = await call(account, requestOf(vendor.id));
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        vendorId: vendor.id,
        vendorName: 'Okada Logistics Limited',
        rcNumber: vendor.rcNumber,
        riskTier: 'MEDIUM',
        claimStatus: 'unclaimed',
        score: 37,
        previousScore: 40,
        scoreUpdatedAt: event.createdAt,
        hasAlerts: false,
        unreadAlerts: 0,
        lastEventAt: event.createdAt,
        label: 'Haulage',
        status: 'active',
        active: true,
        monitoringSince: watch.monitoringSince,
        paidUntil: watch.paidUntil,
        createdAt: watch.createdAt,
        updatedAt: event.createdAt,
      },
    });
  });

  test('that nobody ever watched has the initial score, and no watch, for its owner', async () => {
    const account = await signedInAccount();
    const company = await createCompanyFor(account, { environment: 'live' });
    const { body } = await call(account, requestOf(company.id));
    expect(body.data).toMatchObject({
      riskTier: 'LOW',
      claimStatus: 'claimed',
      score: 80,
      previousScore: null,
      scoreUpdatedAt: null,
      lastEventAt: null,
      label: null,
      status: null,
      monitoringSince: null,
      paidUntil: null,
    });
  });

  test('counts reads by others for its owner: the first at once, and the owner’s own never', async () => {
    const [owner, reader, another] = await Promise.all([signedInAccount(), signedInAccount(), signedInAccount()]);
    const company = await createCompanyFor(owner, { environment: 'live' });
    for (const { accountId } of [reader, another]) {
      await createWatchFor({ accountId, environment: 'live' }, company);
    }
    for (const caller of [owner, reader, another, owner]) await call(caller, requestOf(company.id));
    expect(await readReadCounts(serviceTable(), company.id)).toEqual({ viewCount: 1, searchViewCount: 0 });
  });

  test('of the sandbox is shown only to a key of the sandbox, and only of its account', async () => {
    const [account, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    const place = { accountId: account.accountId, environment: 'sandbox' } as const;
    const vendor = await createVendor(place);
    await createWatchFor(place, vendor);
    const [own, foreign] = await Promise.all([apiKeyFor(account), apiKeyFor(other)]);
    expect((await call({ ...account, headers: own.headers }, requestOf(vendor.id))).status).toBe(200);
    const others = [account, other, { ...other, headers: foreign.headers }];
    for (const caller of others) expect((await call(caller, requestOf(vendor.id))).status).toBe(404);
  });
});

securitySuite({
  contract: readVendor,
  handler,
  environment: 'live',
  request: async (account) => requestOf((await createCompanyFor(account, { environment: 'live' })).id),
  missing: () => requestOf(newId('cmp', Date.now())),
});
