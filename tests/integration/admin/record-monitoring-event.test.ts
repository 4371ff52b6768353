import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/admin/record-monitoring-event';
import { recordMonitoringEvent } from '#functions/api/admin/record-monitoring-event.contract';
import { readAuditPage } from '#shared/audit/audit-pages';
import { changeRole } from '#shared/auth/sessions/roles';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import type { FanOut } from '#shared/monitoring/fan-out/fan-out-queue';
import { readScoreHistory } from '#shared/monitoring/vendors/event-repository';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { newId } from '#shared/platform/ids';
import { testKit } from '#tests/integration/kit/test-kit';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { securitySuite } from '#tests/support/security-suite';
import { createVendor } from '#tests/support/vendors';

// The audit list is shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const table = serviceTable();

const sent: FanOut[] = [];
const fanOuts = async (fanOut: FanOut): Promise<void> => void sent.push(fanOut);
const quiet = handler.with({ fanOuts });
const call = endpoint(recordMonitoringEvent, quiet);

const newVendor = (environment: 'live' | 'sandbox' = 'live') =>
  createVendor({ accountId: newId('usr', Date.now()), environment });

const anAdmin = () => signedInAccount({ role: 'admin' });

const auditCount = async (): Promise<number> => (await readAuditPage(table, {}, { page: 1, limit: 1 })).total;

const demote = async ({ accountId }: SignedInAccount): Promise<void> => {
  const access = { accountId, role: 'admin', sessionsValidFrom: 0 } as const;
  const { written } = await table.write(changeRole(access, 'member'));
  if (!written) throw new Error('Not an admin');
};

describe('Reporting a monitoring event', () => {
  test('changes the score, wakes the fan-out, and is recorded with the administrator and the request', async () => {
    const admin = await anAdmin();
    const vendor = await newVendor();
    const { status, body, headers } = await call(admin, {
      body: {
        vendorId: vendor.id,
        kind: 'regulatory_action',
        source: 'CBN',
        headline: 'Fined',
        url: null,
        whatChanged: 'A fine was published.',
      },
    });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        eventId: expect.stringMatching(/^evt_/),
        vendorId: vendor.id,
        kind: 'regulatory_action',
        severity: 'HIGH',
        source: 'CBN',
        headline: 'Fined',
        url: null,
        whatChanged: 'A fine was published.',
        createdAt: expect.any(String),
      },
    });
    const { eventId } = body.data;
    expect(await readVendorState(table, vendor.id)).toMatchObject({ scoreHundredths: 6_000, version: 2 });
    expect(sent.filter(({ vendorId }) => vendorId === vendor.id)).toEqual([{ vendorId: vendor.id, number: 2 }]);
    const { entries } = await readAuditPage(table, {}, { page: 1, limit: 1 });
    expect(entries).toMatchObject([
      {
        by: admin.accountId.replace('usr_', 'adm_'),
        action: 'monitoring_event.recorded',
        target: vendor.id,
        before: null,
        after: { eventId, kind: 'regulatory_action', severity: 'HIGH', source: 'CBN' },
        requestId: headers['X-Request-Id'],
      },
    ]);
  });

  test('again within 7 days is a 200 with the first event, which changes nothing and is not audited', async () => {
    const admin = await anAdmin();
    const vendor = await newVendor();
    const report = { body: { vendorId: vendor.id, kind: 'litigation', source: 'Federal High Court' } };
    const first = await call(admin, report);
    const before = await auditCount();
    const again = await call(await anAdmin(), report);
    expect([first.status, again.status, again.body]).toStrictEqual([201, 200, first.body]);
    expect([await auditCount(), (await readScoreHistory(table, vendor.id)).length]).toEqual([before, 2]);
  });

  test('of four kinds by four administrators at the same moment counts each, with its audit entry', async () => {
    const vendor = await newVendor();
    const admins = await Promise.all(Array.from({ length: 4 }, anAdmin));
    const before = await auditCount();
    const responses = await Promise.all(
      admins.map((admin, index) =>
        call(admin, { body: { vendorId: vendor.id, kind: 'name_change', source: `gazette ${index}` } }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(admins.map(() => 201));
    const history = await readScoreHistory(table, vendor.id);
    expect(history.map(({ scoreAfter }) => scoreAfter)).toEqual(
      Array.from({ length: 5 }, (_, index) => 8_000 - 100 * index),
    );
    expect(await auditCount()).toBe(before + 4);
  });

  test('by ten administrators at the same moment, of the same thing, is one event and one entry', async () => {
    const vendor = await newVendor();
    const admins = await Promise.all(Array.from({ length: 10 }, anAdmin));
    const before = await auditCount();
    const report = { body: { vendorId: vendor.id, kind: 'insolvency', source: 'Gazette' } };
    const responses = await Promise.all(admins.map((admin) => call(admin, report)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(await auditCount()).toBe(before + 1);
  });

  test("of a vendor in an account's sandbox is the same 404 as for an unknown id", async () => {
    const admin = await anAdmin();
    const vendor = await newVendor('sandbox');
    const report = { kind: 'litigation', source: 'Court' };
    const before = await auditCount();
    for (const vendorId of [vendor.id, newId('cmp', 1), 'cmp_#', newId('usr', 1)]) {
      const { status, body } = await call(admin, { body: { ...report, vendorId } });
      expect([status, body.code]).toStrictEqual([404, 'VENDOR_NOT_FOUND']);
    }
    expect(await auditCount()).toBe(before);
  });

  test('without a source is a 400, and adverse media are never CRITICAL', async () => {
    const admin = await anAdmin();
    const { id: vendorId } = await newVendor();
    const without = await call(admin, { body: { vendorId, kind: 'adverse_media', severity: 'CRITICAL' } });
    expect([without.status, without.body.details.map(({ path }: { path: string }) => path).sort()]).toStrictEqual([
      400,
      ['severity', 'source'],
    ]);
  });

  test('by an administrator who is demoted before the write is a 403 without a write', async () => {
    const admin = await anAdmin();
    const vendor = await newVendor();
    const before = await auditCount();
    const reached = Promise.withResolvers<void>();
    const demoted = Promise.withResolvers<void>();
    const late: Table = {
      ...table,
      transact: async (operations) => {
        reached.resolve();
        await demoted.promise;
        return table.transact(operations);
      },
    };
    const lateHandler = handler.with({ fanOuts }, testKit({ table: () => late }));
    const response = endpoint(recordMonitoringEvent, lateHandler)(admin, {
      body: { vendorId: vendor.id, kind: 'litigation', source: 'Court' },
    });
    await reached.promise;
    await demote(admin);
    demoted.resolve();
    const { status, body } = await response;
    expect([status, body.code]).toStrictEqual([403, 'FORBIDDEN']);
    expect([await auditCount(), await readVendorState(table, vendor.id)]).toEqual([before, undefined]);
  });
});

securitySuite({
  contract: recordMonitoringEvent,
  handler: quiet,
  request: async () => ({ body: { vendorId: (await newVendor()).id, kind: 'litigation', source: 'Court' } }),
});
