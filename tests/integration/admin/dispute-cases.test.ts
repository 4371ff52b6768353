import { describe, expect, test, vi } from 'vitest';
import { handler as listHandler } from '#functions/api/admin/list-dispute-cases';
import { listDisputeCases } from '#functions/api/admin/list-dispute-cases.contract';
import { handler as readHandler } from '#functions/api/admin/read-dispute-case';
import { readDisputeCase } from '#functions/api/admin/read-dispute-case.contract';
import { newId } from '#shared/platform/ids';
import { disputeDownloads } from '#tests/integration/disputes/calls';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createDisputeFor, DESCRIPTION, reportedVendorOf } from '#tests/support/disputes';
import { securitySuite } from '#tests/support/security-suite';

// The administrators' list is of all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const list = endpoint(listDisputeCases, listHandler.with({ disputeDownloads }));
const read = endpoint(readDisputeCase, readHandler.with({ disputeDownloads }));

const fileOne = async (environment: 'live' | 'sandbox' = 'live') => {
  const account = await signedInAccount();
  const { event } = await reportedVendorOf(account, environment);
  return createDisputeFor({ accountId: account.accountId, environment }, event);
};

describe('Administrators', () => {
  test('list the live disputes of all accounts, newest first, with the exact total, and none of a sandbox', async () => {
    const admin = await signedInAccount({ role: 'admin' });
    const before = (await list(admin)).body.pagination.total;
    const filed = [await fileOne(), await fileOne(), await fileOne('sandbox'), await fileOne(), await fileOne()];
    const live = filed.filter(({ environment }) => environment === 'live').map(({ disputeId }) => disputeId);
    const pages = [];
    for (const page of ['1', '2']) pages.push(await list(admin, { query: { page, limit: '2', status: 'pending' } }));
    expect(pages.flatMap(({ body }) => body.data.map((one: { disputeId: string }) => one.disputeId))).toEqual(
      live.reverse(),
    );
    expect((await list(admin)).body.pagination.total).toBe(before + 4);
    expect((await list(admin, { query: { status: 'upheld' } })).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
  });

  test('find each of twenty disputes that are filed at the same moment once in the list', async () => {
    const admin = await signedInAccount({ role: 'admin' });
    const before = (await list(admin)).body.pagination.total;
    const filed = await Promise.all(Array.from({ length: 20 }, () => fileOne()));
    const { body } = await list(admin, { query: { limit: '20' } });
    expect(body.pagination.total).toBe(before + 20);
    expect(body.data.map((one: { disputeId: string }) => one.disputeId).sort()).toEqual(
      filed.map(({ disputeId }) => disputeId).sort(),
    );
  });

  test('read the dispute of any account as its account does, with the disputed event', async () => {
    const admin = await signedInAccount({ role: 'admin' });
    const { disputeId, accountId, vendorId, eventId } = await fileOne();
    const { status, body } = await read(admin, { pathParameters: { disputeId } });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ disputeId, customerId: accountId, vendorId, eventId },
      ...{ description: DESCRIPTION, status: 'pending', documents: [] },
      event: { eventId, vendorId, match: null, voidedAt: null },
    });
  });

  test('do not find one of a sandbox, with the same response as for a missing one', async () => {
    const admin = await signedInAccount({ role: 'admin' });
    const { disputeId } = await fileOne('sandbox');
    const others = await read(admin, { pathParameters: { disputeId } });
    const nobodys = await read(admin, { pathParameters: { disputeId: newId('dsp', Date.now()) } });
    expect([others.status, others.body]).toStrictEqual([404, nobodys.body]);
  });
});

securitySuite({ contract: listDisputeCases, handler: listHandler.with({ disputeDownloads }), request: () => ({}) });

securitySuite({
  contract: readDisputeCase,
  handler: readHandler.with({ disputeDownloads }),
  request: async () => ({ pathParameters: { disputeId: (await fileOne()).disputeId } }),
});
