import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/monitoring/list-vendor-events';
import { listVendorEvents } from '#functions/api/monitoring/list-vendor-events.contract';
import { handler as readHandler } from '#functions/api/monitoring/read-monitoring-event';
import { readMonitoringEvent } from '#functions/api/monitoring/read-monitoring-event.contract';
import { serviceTable } from '#shared/db/client';
import { put, remove } from '#shared/db/expressions';
import { vendorKeys } from '#shared/monitoring/vendors/keys';
import { watchKeys } from '#shared/monitoring/watches/keys';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { LISTED } from '#tests/support/screening';
import { securitySuite } from '#tests/support/security-suite';
import { createVendor, reportOn, voidEvent } from '#tests/support/vendors';
import { waitUntil } from '#tests/support/wait-until';
import { createWatchFor } from '#tests/support/watches';

const list = endpoint(listVendorEvents, listHandler);
const read = endpoint(readMonitoringEvent, readHandler);

/** The middle of a day, so that times a day apart are on different days. */
const NOON_MS = Date.parse('2026-03-10T12:00:00.000Z');
const DAY_MS = 24 * 60 * 60_000;

const watcher = async () => {
  const account = await signedInAccount();
  const place = { accountId: account.accountId, environment: 'live' } as const;
  const vendor = await createVendor(place);
  await createWatchFor(place, vendor);
  return { account, vendor };
};

const listOf = async (account: SignedInAccount, vendorId: string, query: Record<string, string> = {}) =>
  (await list(account, { pathParameters: { vendorId }, query })).body;

const idsOf = ({ data }: { data: readonly { eventId: string }[] }) => data.map(({ eventId }) => eventId);

/** Reads an event once the index has it. */
const readWhenIndexed = async (account: SignedInAccount, eventId: string) => {
  const answer = () => read(account, { pathParameters: { eventId } });
  await waitUntil(async () => (await answer()).status === 200, { what: `${eventId} in the index` });
  return (await answer()).body.data;
};

describe('The events of a vendor', () => {
  test('are all that was reported about it, newest first, without the start of its monitoring', async () => {
    const { account, vendor } = await watcher();
    const first = await reportOn(vendor, { kind: 'litigation', source: 'Federal High Court, Lagos' }, NOON_MS);
    const second = await reportOn(vendor, { kind: 'sanctions_match', match: { ...LISTED, score: 0.9 } });
    await voidEvent(first);
    const { data, pagination } = await listOf(account, vendor.id);
    expect(data).toStrictEqual([
      {
        ...{ eventId: second.eventId, vendorId: vendor.id, kind: 'sanctions_match', severity: 'CRITICAL' },
        ...{ source: second.source, headline: null, url: null, whatChanged: null, createdAt: second.createdAt },
        match: { list: LISTED.list, entity: LISTED.entity, score: 0.9, url: LISTED.url },
        voidedAt: null,
      },
      {
        ...{ eventId: first.eventId, vendorId: vendor.id, kind: 'litigation', severity: 'MEDIUM' },
        ...{ source: 'Federal High Court, Lagos', headline: null, url: null, whatChanged: null },
        ...{ createdAt: first.createdAt, match: null, voidedAt: expect.any(String) },
      },
    ]);
    expect(pagination).toMatchObject({ total: 2, totalPages: 1 });
  });

  test('are found by kind and time, with exact totals, page by page', async () => {
    const { account, vendor } = await watcher();
    const events = [];
    for (const [day, kind] of (['litigation', 'pep_match', 'litigation', 'litigation'] as const).entries())
      events.push(await reportOn(vendor, { kind }, NOON_MS + day * DAY_MS));
    const [one, two, three, four] = events.map(({ eventId }) => eventId);

    const suits = await listOf(account, vendor.id, { kind: 'litigation', page: '2', limit: '2' });
    expect([idsOf(suits), suits.pagination.total]).toEqual([[one], 3]);
    const between = { from: '2026-03-11', to: '2026-03-12' };
    expect(idsOf(await listOf(account, vendor.id, between))).toEqual([three, two]);
    const moment = { from: '2026-03-13T12:00:00.000Z', to: '2026-03-13T12:00:00.000Z' };
    expect(idsOf(await listOf(account, vendor.id, moment))).toEqual([four]);
    const before = { from: '2026-03-13T12:00:00.001Z' };
    expect(await listOf(account, vendor.id, before)).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  test('are none for an owner whose vendor nobody ever watched', async () => {
    const owner = await signedInAccount();
    const company = await createCompanyFor(owner, { environment: 'live' });
    expect(await listOf(owner, company.id)).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  test('of a vendor whose watch has ended are the same 404 as those of no vendor', async () => {
    const { account, vendor } = await watcher();
    await reportOn(vendor, { kind: 'litigation' });
    await serviceTable().write(remove(watchKeys.watch(account.accountId, 'live', vendor.id), {}));
    const ended = await list(account, { pathParameters: { vendorId: vendor.id } });
    const none = await list(account, { pathParameters: { vendorId: newId('cmp', NOON_MS) } });
    expect([ended.status, ended.body]).toStrictEqual([404, none.body]);
  });

  test('are a 422 if there are more than can be counted, and a list for a shorter time', {
    tags: ['load'],
  }, async () => {
    const { account, vendor } = await watcher();
    const event = await reportOn(vendor, { kind: 'litigation' }, NOON_MS);
    const item = await serviceTable().get(vendorKeys.event(vendor.id, event.eventId));
    const at = (index: number) => newId('evt', NOON_MS + DAY_MS + index);
    const copies = Array.from({ length: 10_000 }, (_, index) => {
      const eventId = at(index);
      return { ...item, ...vendorKeys.event(vendor.id, eventId), gsi2pk: `COPY#${eventId}`, eventId };
    });
    for (let i = 0; i < copies.length; i += 100)
      await serviceTable().transact(copies.slice(i, i + 100).map((copy) => put(copy)));
    const tooMany = await list(account, { pathParameters: { vendorId: vendor.id } });
    expect([tooMany.status, tooMany.body.code]).toEqual([422, 'RANGE_TOO_LONG']);
    expect((await listOf(account, vendor.id, { to: '2026-03-10' })).pagination.total).toBe(1);
  });

  test.each([
    [{ kind: 'monitoring_started' }, 'kind'],
    [{ from: '2026-03-02', to: '2026-03-01' }, 'from'],
    [{ to: 'yesterday' }, 'to'],
  ])('with %j are a 400 that names %s', async (query, path) => {
    const { account, vendor } = await watcher();
    const { status, body } = await list(account, { pathParameters: { vendorId: vendor.id }, query });
    expect(status).toBe(400);
    expect(body.details).toMatchObject([{ path }]);
  });
});

describe('An event', () => {
  test("is read by its id alone, as its vendor's list shows it, voided or not", async () => {
    const { account, vendor } = await watcher();
    const event = await reportOn(vendor, { kind: 'pep_match', match: { ...LISTED, score: 0.8 } });
    const shown = await readWhenIndexed(account, event.eventId);
    expect(shown).toMatchObject({ eventId: event.eventId, match: { score: 0.8 }, voidedAt: null });
    expect((await listOf(account, vendor.id)).data).toEqual([shown]);
    await voidEvent(event);
    expect((await readWhenIndexed(account, event.eventId)).voidedAt).toEqual(expect.any(String));
  });

  test('is also read by the owner of the vendor, who does not watch it', async () => {
    const owner = await signedInAccount();
    const company = await createCompanyFor(owner, { environment: 'live' });
    const event = await reportOn(company, { kind: 'litigation' });
    expect(await readWhenIndexed(owner, event.eventId)).toMatchObject({ kind: 'litigation' });
  });

  test('of the sandbox is read only with a key of its account', async () => {
    const [account, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    const place = { accountId: account.accountId, environment: 'sandbox' } as const;
    const vendor = await createVendor(place);
    await createWatchFor(place, vendor);
    const { eventId } = await reportOn(vendor, { kind: 'litigation' });
    const [own, foreign] = await Promise.all([apiKeyFor(account), apiKeyFor(other)]);
    await readWhenIndexed({ ...account, headers: own.headers }, eventId);
    for (const caller of [account, other, { ...other, headers: foreign.headers }])
      expect((await read(caller, { pathParameters: { eventId } })).status).toBe(404);
  });

  test('that begins the history of a vendor does not count as reported', async () => {
    const { account, vendor } = await watcher();
    await reportOn(vendor, { kind: 'litigation' });
    const { items } = await serviceTable().query({ partition: `VENDOR#${vendor.id}`, startsWith: 'EVENT#' });
    const started = items.find(({ kind }) => kind === 'monitoring_started');
    const answer = await read(account, { pathParameters: { eventId: String(started?.['eventId']) } });
    expect([answer.status, answer.body.code]).toEqual([404, 'EVENT_NOT_FOUND']);
  });
});

securitySuite({
  contract: listVendorEvents,
  handler: listHandler,
  environment: 'live',
  request: async (account) => ({
    pathParameters: { vendorId: (await createCompanyFor(account, { environment: 'live' })).id },
  }),
  missing: () => ({ pathParameters: { vendorId: newId('cmp', Date.now()) } }),
});

securitySuite({
  contract: readMonitoringEvent,
  handler: readHandler,
  environment: 'live',
  request: async (account) => {
    const company = await createCompanyFor(account, { environment: 'live' });
    const { eventId } = await reportOn(company, { kind: 'litigation' });
    await readWhenIndexed(account, eventId);
    return { pathParameters: { eventId } };
  },
  missing: () => ({ pathParameters: { eventId: newId('evt', Date.now()) } }),
});
