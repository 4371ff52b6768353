import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/kyb/create-export';
import { createExport } from '#functions/api/kyb/create-export.contract';
import { serviceTable } from '#shared/db/client';
import { remove } from '#shared/db/expressions';
import { creationWrites, newExport } from '#shared/onboarding/exports/applicant-export';
import { exportOfMessage } from '#shared/onboarding/exports/export-queue';
import { exportKeys } from '#shared/onboarding/exports/keys';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { requestTo } from '#tests/support/call';
import { createWidgetFor } from '#tests/support/onboarding';
import { eventsOfAccount } from '#tests/support/outbox';
import { securitySuite } from '#tests/support/security-suite';
import { accountWithWidget, create, read, stored, worker } from './world.ts';

const HOUR_MS = 60 * 60_000;

describe('Creating an export', () => {
  test('is a 201 with the filters as they were sent, and starts a worker', async () => {
    const { account, widget } = await accountWithWidget();
    const filters = { widgetId: widget.id, status: 'created', tag: ' VIP ', search: 'adire', createdBy: 'account' };
    const { status, body } = await create(account, { body: { ...filters, from: '2026-11-01' } });
    expect([status, body]).toStrictEqual([
      201,
      {
        success: true,
        data: {
          id: expect.stringMatching(/^exp_/),
          status: 'pending',
          filters: { ...filters, tag: 'vip', from: '2026-10-31T23:00:00.000Z' },
          progress: { done: 0, total: null },
          rows: null,
          failureReason: null,
          createdAt: expect.any(String),
          completedAt: null,
          expiresAt: isoTime(Date.parse(body.data.createdAt) + 24 * HOUR_MS),
          url: null,
        },
      },
    ]);
    expect((await read(account, body.data.id)).body).toStrictEqual(body);
    const events = await eventsOfAccount(account.accountId, 'kyb.export.requested');
    expect(events).toHaveLength(1);
    const [event] = events;
    // No filter leaves the table, because a search may be a name.
    expect(event).toMatchObject({ data: { exportId: body.data.id } });
    expect(JSON.stringify(event)).not.toContain('adire');
    const message = JSON.stringify({ 'detail-type': 'kyb.export.requested', detail: event });
    expect(exportOfMessage(message)).toStrictEqual({ accountId: account.accountId, exportId: body.data.id });
  });

  test('warns about a filter that does not exist, without which the export is larger than intended', async () => {
    const { body } = await create(await signedInAccount(), { body: { state: 'approved', serach: 'adire' } });
    expect(body.warnings).toStrictEqual([
      { path: 'state', message: 'This field does not exist and was ignored. Did you mean "status"?' },
      { path: 'serach', message: 'This field does not exist and was ignored. Did you mean "search"?' },
    ]);
    expect(body.data.filters).toStrictEqual({});
  });

  test('leaves nothing that outlives its day', async () => {
    const account = await signedInAccount();
    const { body } = await create(account, { body: {} });
    const ofDay = Math.floor(Date.parse(body.data.expiresAt) / 1000);
    const keys = [exportKeys.export(account.accountId, body.data.id), exportKeys.running(account.accountId)];
    for (const item of await serviceTable().getMany(keys)) expect(item?.['expiresAtSeconds']).toBe(ofDay);
  });

  test('happens once for one Idempotency-Key, whose response has no address', async () => {
    const account = await signedInAccount();
    const request = { body: { search: 'adire' }, headers: { 'idempotency-key': `key-${newId('exp', Date.now())}` } };
    const first = await create(account, request);
    await worker().write(account, first.body.data.id);
    const again = await create(account, request);
    expect([again.status, again.body]).toStrictEqual([201, first.body]);
    expect(again.body.data.url).toBeNull();
    expect(await eventsOfAccount(account.accountId, 'kyb.export.requested')).toHaveLength(1);
  });

  test('covers the environment of a key, or both for a session', async () => {
    const account = await signedInAccount();
    const key = await apiKeyFor(account);
    const made = await create({ ...account, headers: key.headers }, { body: {} });
    expect((await stored(account, made.body.data.id)).environments).toStrictEqual(['sandbox']);
    await worker().write(account, made.body.data.id);
    const ofSession = await create(account, { body: {} });
    expect((await stored(account, ofSession.body.data.id)).environments).toStrictEqual(['sandbox', 'live']);
  });
});

describe('Creating an export is refused', () => {
  test('while another one of the account is being written, which it names; of ten at once, one is made', async () => {
    const account = await signedInAccount();
    const responses = await Promise.all(Array.from({ length: 10 }, () => create(account, { body: {} })));
    const [made, ...others] = responses.filter(({ status }) => status === 201);
    expect(others).toStrictEqual([]);
    for (const { body } of responses.filter(({ status }) => status !== 201)) {
      expect(body).toMatchObject({ code: 'EXPORT_RUNNING', details: { exportId: made?.body.data.id } });
    }
    expect(responses.map(({ status }) => status).sort()).toStrictEqual([201, ...Array(9).fill(409)]);
    await worker().write(account, made?.body.data.id);
    expect((await create(account, { body: {} })).status).toBe(201);
  });

  test('only until the other one has timed out', async () => {
    const account = await signedInAccount();
    const sixHoursAgo = Date.now() - 6 * HOUR_MS;
    const scope = { accountId: account.accountId, environments: ['sandbox', 'live'] } as const;
    const old = newExport(scope, {}, undefined, sixHoursAgo - 1000);
    await serviceTable().transact(creationWrites(old, sixHoursAgo - 1000));
    expect((await create(account, { body: {} })).status).toBe(201);
    expect((await read(account, old.id)).body.data).toMatchObject({ status: 'failed', failureReason: 'timed_out' });
  });

  test.each([
    [{ status: 'done' }, ['status']],
    [{ from: '2026-11-22', to: '2026-11-21' }, ['from']],
    [{ createdBy: 'reviewer', tag: '', widgetId: 7 }, ['createdBy', 'tag', 'widgetId']],
    [{ search: 'x'.repeat(201) }, ['search']],
  ])('for %j, naming every problem, and nothing is stored', async (body, paths) => {
    const account = await signedInAccount();
    const refused = await create(account, { body });
    expect([refused.status, refused.body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(refused.body.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual(paths);
    expect(await serviceTable().get(exportKeys.running(account.accountId))).toBeUndefined();
  });

  test('as not found for a widget of another account or environment, and for a missing one', async () => {
    const account = await signedInAccount();
    const key = await apiKeyFor(account);
    const others = await createWidgetFor(await signedInAccount());
    const live = await createWidgetFor(account, { environment: 'live' });
    const caller = { ...account, headers: key.headers };
    const responses = await Promise.all(
      [others.id, live.id, newId('wgt', Date.now()), 'a#b'].map((widgetId) => create(caller, { body: { widgetId } })),
    );
    for (const { status, body } of responses) {
      expect([status, body]).toStrictEqual([404, responses[0]?.body]);
      expect(body.code).toBe('WIDGET_NOT_FOUND');
    }
  });
});

securitySuite({
  contract: createExport,
  handler,
  request: async ({ accountId }) => {
    await serviceTable().write(remove(exportKeys.running(accountId), {}));
    return requestTo(createExport, { body: {} });
  },
});
