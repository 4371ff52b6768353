import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/admin/list-dispute-cases';
import { listDisputeCases } from '#functions/api/admin/list-dispute-cases.contract';
import { handler } from '#functions/api/admin/review-dispute';
import { reviewDispute } from '#functions/api/admin/review-dispute.contract';
import { readAuditPage } from '#shared/audit/audit-pages';
import { serviceTable } from '#shared/db/client';
import type { Dispute } from '#shared/disputes/dispute';
import { DISPUTE_STATUSES, DISPUTE_TRANSITIONS, type ReviewedStatus } from '#shared/disputes/dispute-states';
import { findEvent, readScoreHistory } from '#shared/monitoring/vendors/event-repository';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { newId } from '#shared/platform/ids';
import { disputant, disputeDownloads } from '#tests/integration/disputes/calls';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createDisputeFor, reportedVendorOf, reportOn } from '#tests/support/disputes';
import { eventsOfAccount } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { createWatchFor } from '#tests/support/watches';

const table = serviceTable();
const NOTE = 'The court register names a different company.';

/** The endpoint, and the score changes that it announces to watchers. */
const reviewing = (fanOuts?: () => Promise<void>) => {
  const woken: unknown[] = [];
  const send = async (change: unknown) => {
    await fanOuts?.();
    woken.push(change);
  };
  return { woken, handler: handler.with({ disputeDownloads, fanOuts: send }) };
};

const { handler: reviewHandler, woken } = reviewing();
const review = endpoint(reviewDispute, reviewHandler);

const lead = (
  admin: SignedInAccount,
  { disputeId }: Pick<Dispute, 'disputeId'>,
  status: ReviewedStatus,
  send = review,
) =>
  send(admin, {
    pathParameters: { disputeId },
    body: { status, ...(status !== 'under_review' && { reviewNote: NOTE }) },
  });

/** A live dispute about litigation, which took 8 points, and an administrator. */
const disputed = async (what: Parameters<typeof reportedVendorOf>[2] = {}) => {
  const [account, admin] = [await signedInAccount(), await signedInAccount({ role: 'admin' })];
  const { vendor, event } = await reportedVendorOf(account, 'live', what);
  const dispute = await createDisputeFor({ accountId: account.accountId, environment: 'live' }, event);
  return { account, admin, vendor, event, dispute, score: async () => readVendorState(table, vendor.id) };
};

describe('Upholding a dispute', () => {
  test('decides it, voids the event and restores the points that the event took, in one transaction', async () => {
    const { admin, account, vendor, event, dispute, score } = await disputed();
    expect((await score())?.scoreHundredths).toBe(7_200);
    const { status, body, headers } = await lead(admin, dispute, 'upheld');
    expect(status).toBe(200);
    const { reviewedAt } = body.data;
    expect(body.data).toMatchObject({
      ...{ disputeId: dispute.disputeId, customerId: account.accountId, status: 'upheld', reviewNote: NOTE },
      ...{ reviewedBy: admin.accountId.replace('usr_', 'adm_'), scoreDeltaRestored: '8.00' },
      ...{ eventVoidedAt: reviewedAt, updatedAt: reviewedAt },
    });
    expect((await score())?.scoreHundredths).toBe(8_000);
    expect(await findEvent(table, vendor.id, event.eventId)).toMatchObject({
      voidedAt: reviewedAt,
      disputeId: dispute.disputeId,
    });
    expect((await readScoreHistory(table, vendor.id)).at(-1)).toMatchObject({
      ...{ number: 3, eventId: event.eventId, reason: 'voided', scoreBefore: 7_200, scoreAfter: 8_000 },
    });
    expect(woken).toContainEqual({ vendorId: vendor.id, number: 3 });
    expect(await eventsOfAccount(account.accountId, 'dispute.upheld')).toMatchObject([
      {
        environment: 'live',
        data: {
          ...{ disputeId: dispute.disputeId, vendorId: vendor.id, eventId: event.eventId, reviewedAt },
          ...{ eventVoidedAt: reviewedAt, scoreDeltaRestored: '8.00' },
        },
      },
    ]);
    const { entries } = await readAuditPage(table, {}, { page: 1, limit: 100 });
    expect(entries.find(({ requestId }) => requestId === headers['X-Request-Id'])).toMatchObject({
      ...{ action: 'dispute.reviewed', target: dispute.disputeId },
      ...{ before: { status: 'pending' }, after: { status: 'upheld' } },
    });
  });

  test('of two about one event restores the points once: the second is upheld without any', async () => {
    const { admin, vendor, event, dispute, score } = await disputed();
    const watcher = await signedInAccount();
    const place = { accountId: watcher.accountId, environment: 'live' } as const;
    await createWatchFor(place, vendor);
    const second = await createDisputeFor(place, event);
    const first = await lead(admin, dispute, 'upheld');
    const { status, body } = await lead(admin, second, 'upheld');
    expect([status, body.data.status, body.data.scoreDeltaRestored]).toEqual([200, 'upheld', null]);
    expect(body.data.eventVoidedAt).toBe(first.body.data.eventVoidedAt);
    expect((await score())?.scoreHundredths).toBe(8_000);
    expect(await readScoreHistory(table, vendor.id)).toHaveLength(3);
  });

  test('of both at the same moment restores them once as well', async () => {
    const { admin, vendor, event, dispute, score } = await disputed();
    const watcher = await signedInAccount();
    const place = { accountId: watcher.accountId, environment: 'live' } as const;
    await createWatchFor(place, vendor);
    const second = await createDisputeFor(place, event);
    const responses = await Promise.all([lead(admin, dispute, 'upheld'), lead(admin, second, 'upheld')]);
    expect(responses.map(({ body }) => body.data.scoreDeltaRestored).sort()).toEqual(['8.00', null]);
    expect((await score())?.scoreHundredths).toBe(8_000);
  });

  test('counts while ten other events of the vendor are recorded, and so does each of them', async () => {
    const { admin, vendor, dispute, score } = await disputed();
    const reports = Array.from({ length: 10 }, () => reportOn(vendor, { kind: 'director_change' }));
    const [response] = await Promise.all([lead(admin, dispute, 'upheld'), ...reports]);
    expect(response.body.data.scoreDeltaRestored).toBe('8.00');
    expect((await score())?.scoreHundredths).toBe(8_000 - 10 * 300);
    const history = await readScoreHistory(table, vendor.id);
    expect(history.map(({ scoreBefore }) => scoreBefore).slice(1)).toEqual(
      history.map(({ scoreAfter }) => scoreAfter).slice(0, -1),
    );
  });

  test('about a positive event voids it and restores nothing', async () => {
    const { admin, vendor, event, dispute, score } = await disputed({ kind: 'positive_media' });
    const { body } = await lead(admin, dispute, 'upheld');
    expect([body.data.scoreDeltaRestored, body.data.eventVoidedAt]).toEqual([null, body.data.reviewedAt]);
    expect((await score())?.scoreHundredths).toBe(8_100);
    expect((await findEvent(table, vendor.id, event.eventId))?.voidedAt).toBe(body.data.eventVoidedAt);
  });

  test('succeeds while the fan-out cannot be woken', async () => {
    const { admin, dispute } = await disputed();
    const down = reviewing(() => Promise.reject(new Error('The queue is down')));
    const { status, body } = await lead(admin, dispute, 'upheld', endpoint(reviewDispute, down.handler));
    expect([status, body.data.status]).toEqual([200, 'upheld']);
  });
});

describe('The states of a dispute', () => {
  const pairs = DISPUTE_STATUSES.flatMap((from) =>
    (Object.keys(DISPUTE_TRANSITIONS) as ReviewedStatus[]).map((to) => [from, to] as const),
  );

  test.each(pairs)('%s to %s is as the table says', async (from, to) => {
    const { admin, account, dispute } = await disputed();
    if (from !== 'pending') await lead(admin, dispute, from);
    const before = await eventsOfAccount(account.accountId, `dispute.${to}`);
    const { status, body } = await lead(admin, dispute, to);
    const allowed = DISPUTE_TRANSITIONS[to].includes(from);
    if (from !== to && !allowed) {
      expect([status, body.code]).toEqual([409, 'ILLEGAL_STATE']);
      expect(body.details).toEqual([{ path: 'status', message: `The dispute is ${from}` }]);
    } else {
      expect([status, body.data.status]).toEqual([200, to]);
    }
    expect(await eventsOfAccount(account.accountId, `dispute.${to}`)).toHaveLength(before.length + (allowed ? 1 : 0));
  });

  test('with ten reviewers at the same moment, one decides, and the others agree or are refused', async () => {
    const { dispute, account } = await disputed();
    const admins = await Promise.all(Array.from({ length: 10 }, () => signedInAccount({ role: 'admin' })));
    const responses = await Promise.all(
      admins.map((admin, index) => lead(admin, dispute, index % 2 === 0 ? 'upheld' : 'rejected')),
    );
    const decided = responses.filter(({ status }) => status === 200).map(({ body }) => body.data);
    expect(decided.map((one) => one.reviewedBy)).toEqual(decided.map(() => decided[0].reviewedBy));
    expect(decided).toHaveLength(5);
    expect(responses.filter(({ body }) => body.code === 'ILLEGAL_STATE')).toHaveLength(5);
    const events = [
      ...(await eventsOfAccount(account.accountId, 'dispute.upheld')),
      ...(await eventsOfAccount(account.accountId, 'dispute.rejected')),
    ];
    expect(events).toHaveLength(1);
  });

  test('under review it has no note, no reviewer and no time, whatever was sent', async () => {
    const { admin, dispute } = await disputed();
    const body = { status: 'under_review', reviewNote: NOTE };
    const response = await review(admin, { pathParameters: { disputeId: dispute.disputeId }, body });
    expect(response.body.data).toMatchObject({
      status: 'under_review',
      reviewNote: null,
      reviewedBy: null,
      reviewedAt: null,
    });
  });

  test('rejection leaves event and score unchanged and allows another dispute; upholding does not allow one', async () => {
    const one = await disputant();
    const admin = await signedInAccount({ role: 'admin' });
    const first = await one.fileAbout(one.event);
    await lead(admin, first.body.data, 'rejected');
    expect((await readVendorState(table, one.vendor.id))?.scoreHundredths).toBe(7_200);
    const second = await one.fileAbout(one.event);
    expect(second.status).toBe(201);
    await lead(admin, second.body.data, 'upheld');
    expect((await one.fileAbout(one.event)).body.code).toBe('EVENT_VOIDED');
    const lists = [];
    for (const status of DISPUTE_STATUSES) {
      lists.push(await one.list(one.account, { query: { status, vendorId: one.vendor.id } }));
    }
    expect(lists.map(({ body }) => body.pagination.total)).toEqual([0, 0, 1, 1]);
    expect((await one.list(one.account)).body.pagination.total).toBe(2);
  });
});

describe("The administrators' list", () => {
  test('has a dispute only under its status', async () => {
    const { admin, dispute } = await disputed();
    const list = endpoint(listDisputeCases, listHandler.with({ disputeDownloads }));
    const statusOf = async (status: string) => {
      const { body } = await list(admin, { query: { status, limit: '100' } });
      return body.data.some((one: { disputeId: string }) => one.disputeId === dispute.disputeId);
    };
    await lead(admin, dispute, 'under_review');
    expect([await statusOf('pending'), await statusOf('under_review')]).toEqual([false, true]);
    await lead(admin, dispute, 'rejected');
    expect([await statusOf('under_review'), await statusOf('rejected')]).toEqual([false, true]);
  });
});

describe('A review is refused', () => {
  test.each([
    ['without a note', { status: 'upheld' }, 'reviewNote'],
    ['with a blank note', { status: 'rejected', reviewNote: '   ' }, 'reviewNote'],
    ['with a note of 2,001 characters', { status: 'rejected', reviewNote: 'x'.repeat(2_001) }, 'reviewNote'],
    ['back to pending', { status: 'pending', reviewNote: NOTE }, 'status'],
    ['without a status', { reviewNote: NOTE }, 'status'],
  ])('%s', async (_, body, path) => {
    const { admin, dispute } = await disputed();
    const response = await review(admin, { pathParameters: { disputeId: dispute.disputeId }, body });
    expect([response.status, response.body.details[0].path]).toEqual([400, path]);
  });

  test('of a dispute of a sandbox, with the same response as for a missing one', async () => {
    const [account, admin] = [await signedInAccount(), await signedInAccount({ role: 'admin' })];
    const { event } = await reportedVendorOf(account, 'sandbox');
    const dispute = await createDisputeFor({ accountId: account.accountId, environment: 'sandbox' }, event);
    const others = await lead(admin, dispute, 'upheld');
    const nobodys = await lead(admin, { disputeId: newId('dsp', Date.now()) }, 'upheld');
    expect([others.status, others.body]).toStrictEqual([404, nobodys.body]);
  });
});

securitySuite({
  contract: reviewDispute,
  handler: reviewHandler,
  request: async () => {
    const { dispute } = await disputed();
    return { pathParameters: { disputeId: dispute.disputeId }, body: { status: 'rejected', reviewNote: NOTE } };
  },
});
