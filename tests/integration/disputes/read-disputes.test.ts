import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/disputes/list-disputes';
import { listDisputes } from '#functions/api/disputes/list-disputes.contract';
import { handler as readHandler } from '#functions/api/disputes/read-dispute';
import { readDispute } from '#functions/api/disputes/read-dispute.contract';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { createDisputeFor, reportedVendorOf, reportOn } from '#tests/support/disputes';
import { securitySuite } from '#tests/support/security-suite';
import { disputant, disputeDownloads } from './calls.ts';

const idsOf = ({ body }: { body: { data: readonly { disputeId: string }[] } }) =>
  body.data.map(({ disputeId }) => disputeId);

/** An account with five live disputes about one vendor and two about another, newest first. */
const withDisputes = async () => {
  const one = await disputant();
  const owner = { accountId: one.account.accountId, environment: 'live' } as const;
  const other = await reportedVendorOf(one.account, 'live');
  const filed = [await createDisputeFor(owner, one.event)];
  for (let index = 0; index < 4; index++) filed.push(await createDisputeFor(owner, await reportOn(one.vendor)));
  filed.push(await createDisputeFor(owner, other.event));
  filed.push(await createDisputeFor(owner, await reportOn(other.vendor)));
  return { ...one, otherVendor: other.vendor, ids: filed.map(({ disputeId }) => disputeId).reverse() };
};

describe('The list of disputes', () => {
  test('is newest first, page by page, with the exact total', async () => {
    const one = await withDisputes();
    const pages = [];
    for (const page of ['1', '2', '3', '4']) pages.push(await one.list(one.account, { query: { page, limit: '3' } }));
    expect(pages.flatMap(idsOf)).toEqual(one.ids);
    expect(pages.map(({ body }) => body.pagination)).toEqual(
      [1, 2, 3, 4].map((page) => ({
        ...{ page, limit: 3, total: 7, totalPages: 3 },
        ...{ hasNext: page < 3, hasPrev: page > 1 },
      })),
    );
  });

  test('of one vendor or one status contains only those, with their total', async () => {
    const one = await withDisputes();
    const lists = [
      await one.list(one.account, { query: { vendorId: one.vendor.id } }),
      await one.list(one.account, {
        query: { vendorId: one.otherVendor.id, status: 'pending', limit: '1', page: '2' },
      }),
      await one.list(one.account, { query: { status: 'upheld' } }),
      await one.list(one.account, { query: { vendorId: newId('cmp', Date.now()) } }),
      await one.list(one.account, { query: { vendorId: 'DISPUTES#' } }),
    ];
    expect(lists.map(idsOf)).toEqual([one.ids.slice(2), [one.ids[1]], [], [], []]);
    expect(lists.map(({ body }) => body.pagination.total)).toEqual([5, 2, 0, 0, 0]);
  });

  test.each([{ status: 'open' }, { page: '0' }, { limit: '101' }])('refuses %j', async (query) => {
    const one = await disputant();
    expect((await one.list(one.account, { query })).status).toBe(400);
  });
});

securitySuite({
  contract: listDisputes,
  handler: listHandler.with({ disputeDownloads }),
  request: () => ({}),
});

securitySuite({
  contract: readDispute,
  handler: readHandler.with({ disputeDownloads }),
  environment: 'live',
  request: async (account) => {
    const { event } = await reportedVendorOf(account, 'live');
    const { disputeId } = await createDisputeFor({ accountId: account.accountId, environment: 'live' }, event);
    return { pathParameters: { disputeId } };
  },
  missing: () => ({ pathParameters: { disputeId: newId('dsp', Date.now()) } }),
});

describe('Reading a dispute', () => {
  test.each(['dsp_', 'constructor', 'DISPUTE#1', 'x'.repeat(300)])('with the id %j is a 404', async (disputeId) => {
    const one = await disputant();
    const { status, body } = await one.readOne(disputeId);
    expect([status, body.code]).toEqual([404, 'DISPUTE_NOT_FOUND']);
  });

  test('reveals nothing about a dispute of the same vendor by another account', async () => {
    const [one, other] = [await disputant(), await signedInAccount()];
    const { body } = await one.fileAbout(one.event);
    expect((await one.readOne(body.data.disputeId, other)).status).toBe(404);
  });
});
