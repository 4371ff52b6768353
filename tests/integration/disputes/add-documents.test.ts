import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { addDisputeDocuments } from '#functions/api/disputes/add-dispute-documents.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { disputeRecord } from '#shared/disputes/dispute';
import type { DisputeStatus } from '#shared/disputes/dispute-states';
import { newId } from '#shared/platform/ids';
import { ObjectStoreUnavailable } from '#shared/platform/object-store';
import { createDisputeFor, reportedVendorOf } from '#tests/support/disputes';
import { securitySuite } from '#tests/support/security-suite';
import { disputant, disputeCalls, documentsRequest, PDF } from './calls.ts';

const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(64)]);

const filed = async () => {
  const one = await disputant();
  const { body } = await one.fileAbout(one.event);
  const disputeId: string = body.data.disputeId;
  return {
    ...one,
    disputeId,
    leadTo: async (status: DisputeStatus) => {
      const { written } = await serviceTable().write(
        update(disputeRecord(disputeId).key, { set: { status }, when: { pk: 'exists' } }),
      );
      expect(written).toBe(true);
    },
  };
};

describe('Adding documents to a dispute', () => {
  test('returns it with all of them, oldest first, and reading it shows them too', async () => {
    const one = await filed();
    const first = await one.addTo(one.disputeId, [PDF, PDF]);
    const second = await one.addTo(one.disputeId, [PNG]);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.data.documents.map(({ mimeType }: { mimeType: string }) => mimeType)).toEqual([
      'application/pdf',
      'application/pdf',
      'image/png',
    ]);
    expect((await one.readOne(one.disputeId)).body).toStrictEqual(second.body);
    expect(one.files.kept.size).toBe(3);
  });

  test('by several requests at once keeps all of them while there is room, and never more than five', async () => {
    const one = await filed();
    const responses = await Promise.all(Array.from({ length: 8 }, () => one.addTo(one.disputeId, [PDF])));
    const codes = responses.map(({ status, body }) => (status === 201 ? 'added' : `${status} ${body.code}`)).sort();
    expect(codes).toEqual([
      ...Array.from({ length: 3 }, () => '409 TOO_MANY_DOCUMENTS'),
      ...Array.from({ length: 5 }, () => 'added'),
    ]);
    expect((await one.readOne(one.disputeId)).body.data.documents).toHaveLength(5);
    expect(one.files.kept.size).toBe(5);
  });

  test('with an Idempotency-Key adds them once', async () => {
    const one = await filed();
    const key = { 'idempotency-key': randomUUID() };
    const first = await one.addTo(one.disputeId, [PDF], key);
    const second = await one.addTo(one.disputeId, [PDF], key);
    expect(second.body).toStrictEqual(first.body);
    expect((await one.readOne(one.disputeId)).body.data.documents).toHaveLength(1);
  });
});

describe('Adding documents is refused', () => {
  test.each(['under_review', 'upheld', 'rejected'] as const)('once the dispute is %s', async (status) => {
    const one = await filed();
    await one.leadTo(status);
    const { status: refused, body } = await one.addTo(one.disputeId, [PDF]);
    expect([refused, body.code, body.details]).toEqual([
      409,
      'ILLEGAL_STATE',
      [{ path: 'status', message: `The dispute is ${status}` }],
    ]);
    expect(one.files.kept.size).toBe(0);
  });

  test('to a dispute whose review begins while they are uploaded, and none of them is kept', async () => {
    const one = await filed();
    const { store } = one.files;
    const { put } = store;
    Object.assign(store, {
      put: async (file: Parameters<typeof put>[0]) => {
        await put(file);
        await one.leadTo('under_review');
      },
    });
    const { status, body } = await one.addTo(one.disputeId, [PDF]);
    expect([status, body.code]).toEqual([409, 'ILLEGAL_STATE']);
    expect(one.files.kept.size).toBe(0);
  });

  test('without a document, or while documents cannot be kept', async () => {
    const one = await filed();
    const none = await one.addTo(one.disputeId, []);
    expect([none.status, none.body.details?.[0]?.path ?? none.body.code]).toEqual([400, 'documents']);
    one.files.faults.push(new ObjectStoreUnavailable('503'));
    expect((await one.addTo(one.disputeId, [PDF])).status).toBe(503);
    expect((await one.readOne(one.disputeId)).body.data.documents).toEqual([]);
  });
});

const { addHandler } = disputeCalls();

securitySuite({
  contract: addDisputeDocuments,
  handler: addHandler,
  environment: 'live',
  request: async (account) => {
    const { event } = await reportedVendorOf(account, 'live');
    const { disputeId } = await createDisputeFor({ accountId: account.accountId, environment: 'live' }, event);
    return { pathParameters: { disputeId }, ...(await documentsRequest({}, PDF)) };
  },
  missing: async () => ({
    pathParameters: { disputeId: newId('dsp', Date.now()) },
    ...(await documentsRequest({}, PDF)),
  }),
});
