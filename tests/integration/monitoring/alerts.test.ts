import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/alerts/list-alerts';
import { listAlerts } from '#functions/api/alerts/list-alerts.contract';
import { handler as markHandler } from '#functions/api/alerts/mark-alert-read';
import { markAlertRead } from '#functions/api/alerts/mark-alert-read.contract';
import { handler as readHandler } from '#functions/api/alerts/read-alert';
import { readAlert } from '#functions/api/alerts/read-alert.contract';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import { newId } from '#shared/platform/ids';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createAlertFor, storedAlerts } from '#tests/support/alerts';
import { apiEvent } from '#tests/support/api-event';
import { endpoint } from '#tests/support/call';
import { insistently } from '#tests/support/insistently';
import { lambdaContext } from '#tests/support/lambda-context';
import { securitySuite } from '#tests/support/security-suite';
import { alertedAccount } from './alerted-account.ts';

type Caller = Pick<SignedInAccount, 'headers'>;

interface Listed {
  readonly alertId: string;
  readonly severity: string;
  readonly read: boolean;
  readonly vendorId: string;
}

const list = async ({ headers }: Caller, query: Readonly<Record<string, string>> = {}) => {
  const { method, route, name } = listAlerts;
  const response = await listHandler(apiEvent({ method, route, path: route, query, headers }), lambdaContext(name));
  const body = JSON.parse(response.body ?? '{}');
  return { status: response.statusCode, body, data: body.data as readonly Listed[], total: body.pagination?.total };
};

const mark = async ({ headers }: Caller, alertId: string) => {
  const { method, route, name } = markAlertRead;
  const path = route.replace('{alertId}', alertId);
  const event = apiEvent({ method, route, path, pathParameters: { alertId }, headers });
  const response = await markHandler(event, lambdaContext(name));
  return { status: response.statusCode, body: JSON.parse(response.body ?? '{}') };
};

const liveOf = ({ accountId }: SignedInAccount) => ({ accountId, environment: 'live' }) as const;

describe('GET /v1/monitoring/alerts', () => {
  test('lists all, newest first, with exact totals on every page of every filter', async () => {
    const { account, vendorId } = await alertedAccount(70);
    const other = await createAlertFor(liveOf(account), { severity: 'HIGH' });
    const { data: all, total } = await list(account, { limit: '100' });
    expect(total).toBe(71);
    expect(all[0]?.alertId).toBe(other.id);
    const ids = all.map(({ alertId }) => alertId);
    expect(ids).toStrictEqual([...ids].sort().reverse());
    const filters = [
      {},
      { read: 'true' },
      { read: 'false' },
      { severity: 'HIGH' },
      { severity: 'CRITICAL', read: 'true' },
      { vendorId },
      { vendorId, severity: 'HIGH', read: 'false' },
      { vendorId: other.vendorId },
    ];
    for (const filter of filters) {
      const wanted = all.filter(
        (alert) =>
          (filter.read === undefined || String(alert.read) === filter.read) &&
          (filter.severity === undefined || alert.severity === filter.severity) &&
          (filter.vendorId === undefined || alert.vendorId === filter.vendorId),
      );
      const pages = Math.ceil(wanted.length / 9);
      const listed: Listed[] = [];
      for (let page = 1; page <= pages; page++) {
        const { data, total: counted } = await list(account, { ...filter, page: String(page), limit: '9' });
        expect(counted, JSON.stringify(filter)).toBe(wanted.length);
        listed.push(...data);
      }
      expect(listed, JSON.stringify(filter)).toStrictEqual(wanted);
      expect((await list(account, { ...filter, page: String(pages + 1), limit: '9' })).data).toStrictEqual([]);
    }
  });

  test('shows the fields of the interface, with the page of the vendor at the first web origin', async () => {
    const account = await signedInAccount();
    const alert = await createAlertFor(liveOf(account));
    const { body } = await list(account);
    expect(body.data).toStrictEqual([
      {
        alertId: alert.id,
        customerId: account.accountId,
        vendorId: alert.vendorId,
        vendorName: 'Adire Textiles Limited',
        eventId: alert.eventId,
        severity: 'MEDIUM',
        title: 'Directors changed',
        message: 'Adire Textiles Limited has had a change of directors.',
        whatChanged: 'Musa Bello is no longer a director.',
        monitoringUrl: `${process.env['WEB_ORIGINS']?.split(',')[0]}/monitoring/vendors/${alert.vendorId}`,
        read: false,
        createdAt: alert.createdAt,
        updatedAt: alert.createdAt,
      },
    ]);
  });

  test("lists only the environment of the credential, and nobody else's", async () => {
    const account = await signedInAccount();
    const key = await apiKeyFor(account, 'sandbox');
    const sandbox = await createAlertFor({ accountId: account.accountId, environment: 'sandbox' });
    const live = await createAlertFor(liveOf(account));
    expect((await list(account)).data.map(({ alertId }) => alertId)).toStrictEqual([live.id]);
    expect((await list(key)).data.map(({ alertId }) => alertId)).toStrictEqual([sandbox.id]);
    expect((await list(await signedInAccount(), { vendorId: live.vendorId })).total).toBe(0);
    expect((await list(account, { vendorId: 'no#vendor' })).total).toBe(0);
  });

  test('refuses invalid filters, with every problem at once', async () => {
    const { status, body } = await list(await signedInAccount(), { read: 'yes', severity: 'SEVERE', limit: '0' });
    expect([status, body.details.map(({ path }: { path: string }) => path).sort()]).toStrictEqual([
      400,
      ['limit', 'read', 'severity'],
    ]);
  });
});

describe('PATCH /v1/monitoring/alerts/{alertId}/read', () => {
  test('marks an alert as read, and a second call changes nothing', async () => {
    const account = await signedInAccount();
    const alert = await createAlertFor(liveOf(account));
    const first = await mark(account, alert.id);
    expect(first).toStrictEqual({
      status: 200,
      body: {
        success: true,
        data: {
          alertId: alert.id,
          read: true,
          updatedAt: first.body.data.updatedAt,
          vendorId: alert.vendorId,
          eventId: alert.eventId,
        },
      },
    });
    expect(await mark(account, alert.id)).toStrictEqual(first);
    expect([
      (await list(account, { read: 'true' })).total,
      (await list(account, { read: 'false' })).total,
    ]).toStrictEqual([1, 0]);
  });

  test("is the same 404 for another account's, for the other environment's and for a missing one", async () => {
    const account = await signedInAccount();
    const alert = await createAlertFor(liveOf(account));
    const key = await apiKeyFor(account, 'sandbox');
    const [theirs, other, none] = [
      await mark(await signedInAccount(), alert.id),
      await mark(key, alert.id),
      await mark(account, newId('al', Date.now())),
    ];
    expect([theirs, other].map(({ status, body }) => [status, body])).toStrictEqual([
      [404, none.body],
      [404, none.body],
    ]);
    expect(none.body.code).toBe('ALERT_NOT_FOUND');
  });
});

describe('A hundred calls at once', { tags: ['load'] }, () => {
  const markAgain = (caller: Caller, alertId: string) => insistently(() => mark(caller, alertId));

  test('that mark a hundred alerts as read leave exact counts', async () => {
    const account = await signedInAccount();
    const vendorId = newId('cmp', Date.now());
    const unread = () => ({ severity: 'HIGH', read: false }) as const;
    const items = [...storedAlerts(liveOf(account), vendorId, 100, unread)].map((item) => put(item));
    while (items.length > 0) await serviceTable().transact(items.splice(0, 100));
    const { data } = await list(account, { limit: '100' });
    const [last, ...rest] = data;
    const marked = await Promise.all(rest.map(({ alertId }) => markAgain(account, alertId)));
    expect(new Set(marked.map(({ status }) => status))).toStrictEqual(new Set([200]));
    for (const filter of [{}, { vendorId }]) {
      expect((await list(account, { ...filter, read: 'true' })).total).toBe(99);
      expect((await list(account, { ...filter, read: 'false' })).data.map(({ alertId }) => alertId)).toStrictEqual([
        last?.alertId,
      ]);
    }
    expect(await alertStats(serviceTable(), liveOf(account), vendorId)).toStrictEqual({
      hasAlerts: true,
      unreadAlerts: 1,
    });
  });

  test('that mark one alert as read count it once', async () => {
    const account = await signedInAccount();
    const { id, vendorId } = await createAlertFor(liveOf(account));
    const marked = await Promise.all(Array.from({ length: 100 }, () => markAgain(account, id)));
    expect(new Set(marked.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect((await list(account, { vendorId, read: 'true' })).total).toBe(1);
    expect((await list(account, { vendorId, read: 'false' })).total).toBe(0);
  });
});

securitySuite({
  contract: listAlerts,
  handler: listHandler,
  request: () => ({ method: listAlerts.method, route: listAlerts.route, path: listAlerts.route }),
});

const markRequest = (alertId: string) => ({
  method: markAlertRead.method,
  route: markAlertRead.route,
  path: markAlertRead.route.replace('{alertId}', alertId),
  pathParameters: { alertId },
});

securitySuite({
  contract: markAlertRead,
  handler: markHandler,
  environment: 'live',
  request: async (account) => markRequest((await createAlertFor(liveOf(account))).id),
  missing: () => markRequest(newId('al', Date.now())),
});

const readRequest = (alertId: string) => ({ pathParameters: { alertId } });

const readOne = endpoint(readAlert, readHandler);

describe('An alert', () => {
  test('is shown as in the list, before and after it is marked as read', async () => {
    const account = await signedInAccount();
    const { id } = await createAlertFor(liveOf(account));
    const [listed] = (await list(account)).data;
    expect((await readOne(account, readRequest(id))).body).toStrictEqual({ success: true, data: listed });
    await mark(account, id);
    expect((await readOne(account, readRequest(id))).body.data).toMatchObject({ alertId: id, read: true });
  });
});

securitySuite({
  contract: readAlert,
  handler: readHandler,
  environment: 'live',
  request: async (account) => readRequest((await createAlertFor(liveOf(account))).id),
  missing: () => readRequest(newId('al', Date.now())),
});
