import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fileDispute } from '#functions/api/disputes/file-dispute.contract';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { monitoringEventRecord, readScoreHistory } from '#shared/monitoring/vendors/event-repository';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { ObjectStoreUnavailable } from '#shared/platform/object-store';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { DESCRIPTION, reportedVendorOf, reportOn } from '#tests/support/disputes';
import { eventsOfAccount } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { createWatchFor } from '#tests/support/watches';
import { bodyAbout, disputant, disputeCalls, documentsRequest, PDF } from './calls.ts';

const table = serviceTable();

const ULID = '[0-9A-HJKMNP-TV-Z]{26}';
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const voided = async (vendorId: string, eventId: string) => {
  const { key } = monitoringEventRecord(vendorId, eventId);
  await table.write(update(key, { set: { voidedAt: isoTime(Date.now()) }, when: { pk: 'exists' } }));
};

describe('Filing a dispute', () => {
  test('returns it pending, with every field of the interface and no other', async () => {
    const one = await disputant();
    const { status, body } = await one.fileAbout(one.event);
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        disputeId: expect.stringMatching(`^dsp_${ULID}$`),
        vendorId: one.vendor.id,
        customerId: one.account.accountId,
        eventId: one.event.eventId,
        description: DESCRIPTION,
        documents: [],
        status: 'pending',
        reviewNote: null,
        reviewedBy: null,
        reviewedAt: null,
        scoreDeltaRestored: null,
        eventVoidedAt: null,
        createdAt: expect.stringMatching(ISO),
        updatedAt: expect.stringMatching(ISO),
      },
    });
    expect((await one.readOne(body.data.disputeId)).body).toStrictEqual(body);
  });

  test('as multipart keeps up to five documents with it', async () => {
    const one = await disputant();
    const sent = await documentsRequest(bodyAbout(one.event), PDF, PDF, PDF, PDF, PDF);
    const { status, body } = await one.fileAbout(one.event, sent);
    expect(status).toBe(201);
    const prefix = `${one.account.accountId}/live/`;
    expect(body.data.documents).toStrictEqual(
      [1, 2, 3, 4, 5].map((index) => ({
        url: expect.stringMatching(`^files:${prefix}doc_${ULID}:evidence-${index}\\.pdf$`),
        publicId: expect.stringMatching(`^doc_${ULID}$`),
        filename: `evidence-${index}.pdf`,
        mimeType: 'application/pdf',
        uploadedAt: expect.stringMatching(ISO),
      })),
    );
    const ids = body.data.documents.map(({ publicId }: { publicId: string }) => `${prefix}${publicId}`);
    expect([...one.files.kept.keys()].sort()).toEqual(ids.sort());
  });

  test('emits an event, with ids only', async () => {
    const one = await disputant();
    const { body } = await one.fileAbout(one.event);
    const { disputeId, createdAt } = body.data;
    expect(await eventsOfAccount(one.account.accountId, 'dispute.created')).toMatchObject([
      {
        widgetId: null,
        environment: 'live',
        data: { disputeId, vendorId: one.vendor.id, eventId: one.event.eventId, environment: 'live', createdAt },
      },
    ]);
    const [emitted] = await eventsOfAccount(one.account.accountId, 'dispute.created');
    expect(JSON.stringify(emitted)).not.toContain(DESCRIPTION);
  });

  test("is also possible for an account that watches somebody else's vendor", async () => {
    const one = await disputant();
    const watcher = await signedInAccount();
    await createWatchFor({ accountId: watcher.accountId, environment: 'live' }, one.vendor);
    expect((await one.fileAbout(one.event, {}, watcher)).status).toBe(201);
  });

  test('with an Idempotency-Key files one, and replays its response', async () => {
    const one = await disputant();
    const sent = await documentsRequest(bodyAbout(one.event), PDF);
    const request = { ...sent, headers: { ...sent.headers, 'idempotency-key': randomUUID() } };
    const [first, second] = [await one.fileAbout(one.event, request), await one.fileAbout(one.event, request)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toStrictEqual(first.body);
    expect(one.files.kept.size).toBe(1);
  });

  test('by twenty requests at the same moment about twenty events files all of them, each once in the list', async () => {
    const one = await disputant();
    const events = [];
    for (let index = 0; index < 20; index++) events.push(await reportOn(one.vendor));
    const filed = await Promise.all(events.map((event) => one.fileAbout(event)));
    expect(filed.map(({ status }) => status)).toEqual(events.map(() => 201));
    const { body } = await one.list(one.account, { query: { limit: '100' } });
    expect(body.pagination.total).toBe(20);
    expect(body.data.map(({ eventId }: { eventId: string }) => eventId).sort()).toEqual(
      events.map(({ eventId }) => eventId).sort(),
    );
  });
});

describe('Filing a dispute is refused', () => {
  test('for a vendor that is missing or that the caller neither watches nor owns, with the same response', async () => {
    const one = await disputant();
    const stranger = await signedInAccount();
    const others = await one.fileAbout(one.event, {}, stranger);
    const nobodys = await one.fileAbout({ ...one.event, vendorId: newId('cmp', Date.now()) }, {}, stranger);
    expect([others.status, others.body.code]).toEqual([404, 'VENDOR_NOT_FOUND']);
    expect(others.body).toStrictEqual(nobodys.body);
  });

  test('for an event that was never reported about the vendor', async () => {
    const one = await disputant();
    const other = await reportedVendorOf(one.account, 'live');
    for (const eventId of [newId('evt', Date.now()), other.event.eventId, 'constructor', 'EVENT#1']) {
      const { status, body } = await one.fileAbout({ ...one.event, eventId });
      expect([status, body.code]).toEqual([404, 'EVENT_NOT_FOUND']);
    }
  });

  test('for the start of the monitoring', async () => {
    const one = await disputant();
    const [start] = await readScoreHistory(table, one.vendor.id);
    const { status, body } = await one.fileAbout({ ...one.event, eventId: start?.eventId ?? '' });
    expect([start?.reason, status, body.code]).toEqual(['started', 404, 'EVENT_NOT_FOUND']);
  });

  test('while another one of the account about the event is open; of twenty at once, one is filed', async () => {
    const one = await disputant();
    const sent = await documentsRequest(bodyAbout(one.event), PDF);
    const responses = await Promise.all(Array.from({ length: 20 }, () => one.fileAbout(one.event, sent)));
    const codes = responses.map(({ status, body }) => (status === 201 ? 'filed' : `${status} ${body.code}`)).sort();
    expect(codes).toEqual([...Array.from({ length: 19 }, () => '409 DISPUTE_EXISTS'), 'filed']);
    expect(one.files.kept.size).toBe(1);
    expect((await one.list(one.account)).body.pagination.total).toBe(1);
  });

  test('for a voided event, and keeps none of its documents', async () => {
    const one = await disputant();
    await voided(one.vendor.id, one.event.eventId);
    const { status, body } = await one.fileAbout(one.event, await documentsRequest(bodyAbout(one.event), PDF));
    expect([status, body.code]).toEqual([409, 'EVENT_VOIDED']);
    expect(one.files.kept.size).toBe(0);
  });

  test.each([
    ['a description of nine characters', { description: 'too short' }],
    ['a description of 5,001 characters', { description: 'x'.repeat(5_001) }],
    ['nine characters and spaces', { description: '  too short   ' }],
    ['no description', { description: undefined }],
    ['a description that is not a text', { description: 12 }],
  ])('for %s, and files nothing', async (_, change) => {
    const one = await disputant();
    const { status, body } = await one.fileAbout(one.event, { body: { ...bodyAbout(one.event), ...change } });
    expect([status, body.code, body.details[0].path]).toEqual([400, 'VALIDATION_FAILED', 'description']);
    expect((await one.list(one.account)).body.pagination.total).toBe(0);
  });

  test('for six documents, one of another type, and more than 4 MB together, and keeps none', async () => {
    const one = await disputant();
    const large = Buffer.concat([PDF, Buffer.alloc(2_000_000)]);
    const [tooMany, wrongType, tooLarge] = [
      await documentsRequest(bodyAbout(one.event), PDF, PDF, PDF, PDF, PDF, PDF),
      await documentsRequest(bodyAbout(one.event), PDF, Buffer.from('<html>')),
      await documentsRequest(bodyAbout(one.event), large, large),
    ];
    const responses = [];
    for (const sent of [tooMany, wrongType, tooLarge]) responses.push(await one.fileAbout(one.event, sent));
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'VALIDATION_FAILED'],
      [415, 'UNSUPPORTED_FILE_TYPE'],
      [413, 'BODY_TOO_LARGE'],
    ]);
    expect(one.files.kept.size).toBe(0);
    expect((await one.list(one.account)).body.pagination.total).toBe(0);
  });

  test('while a document cannot be kept, and nothing is filed', async () => {
    const one = await disputant();
    one.files.faults.push(new ObjectStoreUnavailable('503'));
    const sent = await documentsRequest(bodyAbout(one.event), PDF, PDF);
    expect((await one.fileAbout(one.event, sent)).status).toBe(503);
    expect((await one.list(one.account)).body.pagination.total).toBe(0);
    // A later try is not refused because of what the first one left.
    expect((await one.fileAbout(one.event, sent)).status).toBe(201);
  });
});

const { fileHandler } = disputeCalls();

securitySuite({
  contract: fileDispute,
  handler: fileHandler,
  environment: 'live',
  request: async (account) => ({ body: bodyAbout((await reportedVendorOf(account, 'live')).event) }),
  missing: () => ({ body: bodyAbout({ vendorId: newId('cmp', Date.now()), eventId: newId('evt', Date.now()) }) }),
});

describe('The sandbox of an account', () => {
  test('has its own disputes: a session does not see them, and another account does not know its vendor', async () => {
    const { file, list } = disputeCalls();
    const [account, stranger] = [await signedInAccount(), await signedInAccount()];
    const { event } = await reportedVendorOf(account, 'sandbox');
    const key = { ...account, ...(await apiKeyFor(account, 'sandbox')) };
    const strangersKey = { ...stranger, ...(await apiKeyFor(stranger, 'sandbox')) };
    expect((await file(strangersKey, { body: bodyAbout(event) })).body.code).toBe('VENDOR_NOT_FOUND');
    expect((await file(key, { body: bodyAbout(event) })).status).toBe(201);
    const totals = [await list(key), await list(account), await list(strangersKey)];
    expect(totals.map(({ body }) => body.pagination.total)).toEqual([1, 0, 0]);
  });
});
