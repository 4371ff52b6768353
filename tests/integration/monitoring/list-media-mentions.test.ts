import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/monitoring/list-media-mentions';
import { listMediaMentions } from '#functions/api/monitoring/list-media-mentions.contract';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { headRecords } from '#shared/monitoring/alerts/alert-lists';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { createVendor, reportOn, voidEvent } from '#tests/support/vendors';
import { createWatchFor } from '#tests/support/watches';

const call = endpoint(listMediaMentions, handler);

const watchedVendor = async ({ accountId }: SignedInAccount, fields: Parameters<typeof createVendor>[1] = {}) => {
  const place = { accountId, environment: 'live' } as const;
  const vendor = await createVendor(place, fields);
  await createWatchFor(place, vendor);
  return vendor;
};

/** The newest entry of the account's list of alerts about a vendor, as it is after a first alert. */
const alertAbout = async ({ accountId }: SignedInAccount, vendorId: string): Promise<void> => {
  const { key } = headRecords({ accountId, environment: 'live' }, vendorId).vendor;
  await serviceTable().write(put({ ...key, lastNumber: 1, unread: 1 }));
};

const idsOf = (body: { data: { eventId: string }[] }) => body.data.map(({ eventId }) => eventId);

const eventIds = (events: readonly { readonly eventId: string }[]) => events.map(({ eventId }) => eventId);

describe('Media mentions', () => {
  test('are listed up to the newest 10,000: a deeper page is refused before its mentions are read', async () => {
    const account = await signedInAccount();
    const vendor = await watchedVendor(account);
    await reportOn(vendor, { kind: 'adverse_media' });
    const change = { set: { mentionCount: 10_001 }, when: { pk: 'exists' as const } };
    await serviceTable().write(update(vendorKeys.state(vendor.id), change));
    const reach = async (page: number) => {
      const { status, body } = await call(account, { query: { page: String(page), limit: '100' } });
      return [status, body.code ?? body.pagination.total];
    };
    expect(await reach(100)).toStrictEqual([200, 10_001]);
    expect(await reach(101)).toStrictEqual([422, 'RESULT_TOO_LARGE']);
    expect(await reach(102)).toStrictEqual([200, 10_001]);
  });

  test("are shown with their vendor's current data, including those from before the watch", async () => {
    const account = await signedInAccount();
    const vendor = await createVendor({ accountId: account.accountId, environment: 'live' });
    const mention = await reportOn(vendor, {
      kind: 'adverse_media',
      severity: 'HIGH',
      source: 'The Punch',
      headline: 'Haulier under investigation',
      url: 'https://punch.example/haulier',
      whatChanged: 'An investigation was reported.',
      agentName: 'adverse-media',
    });
    await reportOn(vendor, { kind: 'litigation' });
    await createWatchFor({ accountId: account.accountId, environment: 'live' }, vendor);

    const { status, body } = await call(account);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: [
        {
          eventId: mention.eventId,
          vendorId: vendor.id,
          vendorName: 'Okada Logistics Limited',
          riskTier: 'MEDIUM',
          claimStatus: 'unclaimed',
          score: 57,
          hasAlerts: false,
          severity: 'HIGH',
          agentName: 'adverse-media',
          headline: 'Haulier under investigation',
          source: 'The Punch',
          url: 'https://punch.example/haulier',
          sentiment: 'negative',
          whatChanged: 'An investigation was reported.',
          createdAt: mention.createdAt,
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    });
  });

  test('of all watched vendors are one list, newest first, in pages with the exact total', async () => {
    const account = await signedInAccount();
    const vendors = await Promise.all([watchedVendor(account), watchedVendor(account), watchedVendor(account)]);
    const startMs = Date.now();
    const mentions = [];
    for (let index = 0; index < 9; index++) {
      const vendor = vendors[(index * index) % 3] as (typeof vendors)[0];
      mentions.push(await reportOn(vendor, { kind: 'positive_media' }, startMs + index));
    }
    const newestFirst = eventIds(mentions).reverse();
    for (const limit of [1, 2, 4, 9, 20]) {
      const pages = [];
      for (let page = 1; page <= Math.ceil(9 / limit); page++) {
        const { body } = await call(account, { query: { page: String(page), limit: String(limit) } });
        expect(body.pagination).toMatchObject({ page, total: 9, totalPages: Math.ceil(9 / limit) });
        pages.push(...idsOf(body));
      }
      expect(pages).toEqual(newestFirst);
    }
    const { body } = await call(account, { query: { page: '4', limit: '3' } });
    expect([body.data, body.pagination.total]).toStrictEqual([[], 9]);
  });

  test('that are voided are neither listed nor counted, even if they were the latest of their vendor', async () => {
    const account = await signedInAccount();
    const [first, second] = await Promise.all([watchedVendor(account), watchedVendor(account)]);
    const startMs = Date.now() - 1_000;
    const oldest = await reportOn(first, { kind: 'adverse_media' }, startMs);
    const middle = await reportOn(second, { kind: 'adverse_media' }, startMs + 1);
    const latest = await reportOn(first, { kind: 'adverse_media' }, startMs + 2);
    await voidEvent(latest);
    for (const limit of ['1', '20']) {
      const { body } = await call(account, { query: { limit } });
      expect(body.pagination.total).toBe(2);
      expect(idsOf(body)).toEqual(eventIds([middle, oldest]).slice(0, Number(limit)));
    }
  });

  test("are filtered by their vendor's current data", async () => {
    const account = await signedInAccount();
    const owner = newId('usr', Date.now());
    const [claimed, unclaimed] = await Promise.all([
      watchedVendor(account, { ownerId: owner }),
      watchedVendor(account),
    ]);
    const ofClaimed = await reportOn(claimed, { kind: 'positive_media' });
    const ofUnclaimed = await reportOn(unclaimed, { kind: 'adverse_media' });
    await reportOn(unclaimed, { kind: 'sanctions_match' });

    const found = async (query: Record<string, string>) => {
      const { body } = await call(account, { query });
      expect(body.pagination.total).toBe(body.data.length);
      return idsOf(body);
    };
    expect(await found({ claimStatus: 'claimed' })).toEqual([ofClaimed.eventId]);
    expect(await found({ claimStatus: 'unclaimed' })).toEqual([ofUnclaimed.eventId]);
    expect(await found({ riskTier: 'LOW' })).toEqual([ofClaimed.eventId]);
    expect(await found({ riskTier: 'MEDIUM' })).toEqual([ofUnclaimed.eventId]);
    expect(await found({ riskTier: 'CRITICAL' })).toEqual([]);
    expect(await found({ riskTier: 'LOW', claimStatus: 'unclaimed' })).toEqual([]);
    expect(await found({ hasAlerts: 'false' })).toEqual([ofUnclaimed.eventId, ofClaimed.eventId]);
    expect(await found({ hasAlerts: 'true' })).toEqual([]);
    await alertAbout(account, claimed.id);
    expect(await found({ hasAlerts: 'true' })).toEqual([ofClaimed.eventId]);
    expect(await found({ hasAlerts: 'false' })).toEqual([ofUnclaimed.eventId]);
    const { body } = await call(account, { query: { claimStatus: 'claimed' } });
    expect(body.data).toMatchObject([{ claimStatus: 'claimed', hasAlerts: true }]);
  });

  test('of vendors that the account does not watch, or watches in the other environment, are not listed', async () => {
    const [account, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    const vendor = await watchedVendor(other);
    await reportOn(vendor, { kind: 'adverse_media' });
    expect((await call(account)).body.data).toEqual([]);
    const key = await apiKeyFor(other);
    expect((await call({ ...other, headers: key.headers })).body.pagination.total).toBe(0);
    expect((await call(other)).body.pagination.total).toBe(1);
  });

  test.each([
    ['riskTier', 'low'],
    ['claimStatus', 'mine'],
    ['hasAlerts', 'yes'],
    ['page', '0'],
    ['limit', '101'],
  ])('by %s=%s are a 400 that names it', async (name, value) => {
    const { status, body } = await call(await signedInAccount(), { query: { [name]: value } });
    expect([status, body.details[0].path]).toStrictEqual([400, name]);
  });
});

securitySuite({ contract: listMediaMentions, handler, request: () => ({}) });
