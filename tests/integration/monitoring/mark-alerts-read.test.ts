import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/alerts/list-alerts';
import { listAlerts } from '#functions/api/alerts/list-alerts.contract';
import { handler } from '#functions/api/alerts/mark-alerts-read';
import { markAlertsRead } from '#functions/api/alerts/mark-alerts-read.contract';
import { serviceTable } from '#shared/db/client';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { createAlertFor } from '#tests/support/alerts';
import { endpoint } from '#tests/support/call';
import { insistently } from '#tests/support/insistently';
import { securitySuite } from '#tests/support/security-suite';
import { alertedAccount } from './alerted-account.ts';

const mark = endpoint(markAlertsRead, handler);
const list = endpoint(listAlerts, listHandler);

const markAll = async (caller: Parameters<typeof list>[0], body: object = {}) =>
  (await mark(caller, { body: { read: true, ...body } })).body.data;
const totalOf = async (caller: Parameters<typeof list>[0], query: Readonly<Record<string, string>>) =>
  (await list(caller, { query })).body.pagination.total;

const liveOf = ({ accountId }: SignedInAccount) => ({ accountId, environment: 'live' }) as const;
const about = (account: SignedInAccount, vendorId: string) => alertStats(serviceTable(), liveOf(account), vendorId);

describe('PATCH /v1/monitoring/alerts', () => {
  test('marks the newest hundred, and all of them if it is repeated until none is unread', async () => {
    const { account, vendorId } = await alertedAccount(240);
    const { body: older } = await list(account, { query: { read: 'false', limit: '100', page: '2' } });
    expect(await markAll(account)).toStrictEqual({ marked: 100, unread: 60 });
    expect((await list(account, { query: { read: 'false', limit: '100' } })).body.data).toStrictEqual(older.data);
    expect(await markAll(account)).toStrictEqual({ marked: 60, unread: 0 });
    expect(await markAll(account)).toStrictEqual({ marked: 0, unread: 0 });
    for (const filter of [{}, { vendorId }]) {
      expect(await totalOf(account, { ...filter, read: 'false' })).toBe(0);
      expect(await totalOf(account, { ...filter, read: 'true' })).toBe(240);
    }
    expect(await about(account, vendorId)).toStrictEqual({ hasAlerts: true, unreadAlerts: 0 });
  });

  test('marks alerts about a hundred vendors, whose counts take several transactions', async () => {
    const account = await signedInAccount();
    const alerts = [];
    for (let index = 0; index < 100; index++) {
      alerts.push(await createAlertFor(liveOf(account), { severity: SEVERITIES[index % 4] ?? 'LOW' }));
    }
    expect(await markAll(account)).toStrictEqual({ marked: 100, unread: 0 });
    const stats = await Promise.all(alerts.map(({ vendorId }) => about(account, vendorId)));
    expect(new Set(stats.map(({ unreadAlerts }) => unreadAlerts))).toStrictEqual(new Set([0]));
    expect(await totalOf(account, { read: 'true' })).toBe(100);
  });

  test('marks only what a filter matches', async () => {
    const { account, vendorId } = await alertedAccount(24);
    const other = await createAlertFor(liveOf(account), { severity: 'HIGH' });
    const high = await totalOf(account, { severity: 'HIGH', vendorId, read: 'false' });
    expect(await markAll(account, { vendorId, severity: 'HIGH' })).toStrictEqual({ marked: high, unread: 0 });
    expect((await about(account, other.vendorId)).unreadAlerts).toBe(1);
    expect(await totalOf(account, { severity: 'HIGH', read: 'false' })).toBe(1);
    expect(await markAll(account, { severity: 'HIGH' })).toStrictEqual({ marked: 1, unread: 0 });
    expect(await totalOf(account, { read: 'false' })).toBe(16 - high);
    expect(await markAll(account, { vendorId: 'no#vendor' })).toStrictEqual({ marked: 0, unread: 0 });
  });

  test('marks what its own credential lists, and nothing of another environment or account', async () => {
    const account = await signedInAccount();
    const key = await apiKeyFor(account, 'sandbox');
    const sandbox = await createAlertFor({ accountId: account.accountId, environment: 'sandbox' });
    const live = await createAlertFor(liveOf(account));
    expect(await markAll(await signedInAccount(), { vendorId: live.vendorId })).toStrictEqual({ marked: 0, unread: 0 });
    expect(await markAll(key)).toStrictEqual({ marked: 1, unread: 0 });
    expect((await about(account, live.vendorId)).unreadAlerts).toBe(1);
    expect(await totalOf(key, { vendorId: sandbox.vendorId, read: 'true' })).toBe(1);
  });

  test('is counted once if ten callers do it at the same moment', async () => {
    const { account, vendorId } = await alertedAccount(60);
    const results = await Promise.all(
      Array.from({ length: 10 }, () => insistently(() => mark(account, { body: { read: true } }))),
    );
    expect(new Set(results.map(({ status }) => status))).toStrictEqual(new Set([200]));
    expect(results.reduce((sum, { body }) => sum + body.data.marked, 0)).toBe(40);
    expect(await totalOf(account, { read: 'true' })).toBe(60);
    expect((await about(account, vendorId)).unreadAlerts).toBe(0);
  });

  test('refuses invalid filters, with every problem at once', async () => {
    const { status, body } = await mark(await signedInAccount(), {
      body: { read: false, vendorId: 7, severity: 'SEVERE' },
    });
    expect([status, body.details.map(({ path }: { path: string }) => path).sort()]).toStrictEqual([
      400,
      ['read', 'severity', 'vendorId'],
    ]);
  });
});

securitySuite({ contract: markAlertsRead, handler, request: () => ({ body: { read: true } }) });
