import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/monitoring/read-score-history';
import { readScoreHistory } from '#functions/api/monitoring/read-score-history.contract';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';
import { createVendor, reportOn, voidEvent } from '#tests/support/vendors';
import { createWatchFor } from '#tests/support/watches';

const call = endpoint(readScoreHistory, handler);

const requestOf = (vendorId: string) => ({ pathParameters: { vendorId } });

const live = (accountId: string) => ({ accountId, environment: 'live' }) as const;

describe('The score history of a vendor', () => {
  test('shows a watcher every change, oldest first, each starting where the previous one ended', async () => {
    const account = await signedInAccount();
    const place = live(account.accountId);
    const vendor = await createVendor(place);
    await createWatchFor(place, vendor);
    const mention = await reportOn(vendor, { kind: 'adverse_media', severity: 'LOW' });
    const match = await reportOn(vendor, { kind: 'pep_match' });
    await voidEvent(match);

    const { status, body } = await call(account, requestOf(vendor.id));
    expect(status).toBe(200);
    const timestamp = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(body).toStrictEqual({
      success: true,
      data: {
        vendorId: vendor.id,
        points: [
          { eventId: expect.stringMatching(/^evt_/), timestamp, scoreBefore: null, scoreAfter: 80 },
          { eventId: mention.eventId, timestamp: mention.createdAt, scoreBefore: 80, scoreAfter: 78 },
          { eventId: match.eventId, timestamp: match.createdAt, scoreBefore: 78, scoreAfter: 68 },
          { eventId: match.eventId, timestamp, scoreBefore: 68, scoreAfter: 78 },
        ],
      },
    });
  });

  test('is empty for the owner of a company that nobody ever watched', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment: 'live' });
    const { status, body } = await call(account, requestOf(id));
    expect([status, body.data]).toStrictEqual([200, { vendorId: id, points: [] }]);
  });

  test('is whole, or a page on request', async () => {
    const account = await signedInAccount();
    const company = await createCompanyFor(account, { environment: 'live' });
    for (let count = 0; count < 12; count++) await reportOn(company, { kind: 'address_change' });
    const { body } = await call(account, requestOf(company.id));
    expect(body.data.points.map(({ scoreAfter }: { scoreAfter: number }) => scoreAfter)).toEqual(
      Array.from({ length: 13 }, (_, index) => 80 - index),
    );

    const scoresOf = async (query: Record<string, string>) => {
      const page = await call(account, { ...requestOf(company.id), query });
      const scores = page.body.data.points.map(({ scoreAfter }: { scoreAfter: number }) => scoreAfter);
      return [scores, page.body.pagination];
    };
    const pages = { limit: 5, total: 13, totalPages: 3 };
    expect(await scoresOf({ limit: '5' })).toEqual([
      [80, 79, 78, 77, 76],
      { ...pages, page: 1, hasNext: true, hasPrev: false },
    ]);
    expect(await scoresOf({ page: '3', limit: '5' })).toEqual([
      [70, 69, 68],
      { ...pages, page: 3, hasNext: false, hasPrev: true },
    ]);
    expect(await scoresOf({ page: '999999999', limit: '5' })).toMatchObject([[], { total: 13 }]);
  });

  test('is a 404 for accounts that neither watch nor own the vendor, as for a missing vendor', async () => {
    const [account, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    const ofLive = await createVendor(live(account.accountId));
    const ofSandbox = await createVendor({ accountId: account.accountId, environment: 'sandbox' });
    const key = await apiKeyFor(other);
    const callers = [
      { ...other, headers: other.headers },
      { ...other, headers: key.headers },
    ];
    for (const caller of callers) {
      for (const vendorId of [ofLive.id, ofSandbox.id, newId('cmp', 1), 'cmp_#', 'x'.repeat(5_000)]) {
        const { status, body } = await call(caller, requestOf(vendorId));
        expect([status, body.code]).toStrictEqual([404, 'VENDOR_NOT_FOUND']);
      }
    }
  });
});

securitySuite({
  contract: readScoreHistory,
  handler,
  environment: 'live',
  request: async (account) => requestOf((await createCompanyFor(account, { environment: 'live' })).id),
  missing: () => requestOf(newId('cmp', Date.now())),
});
