import { beforeEach, describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/api/admin/set-pricing-rate';
import { setPricingRate } from '#functions/api/admin/set-pricing-rate.contract';
import { CONTRACTS } from '#functions/api/contracts';
import { handler as createApplicantHandler } from '#functions/api/kyb/create-applicant';
import { createApplicant } from '#functions/api/kyb/create-applicant.contract';
import { handler as readPricingRatesHandler } from '#functions/api/wallet/read-pricing-rates';
import { readPricingRates } from '#functions/api/wallet/read-pricing-rates.contract';
import { readAuditPage } from '#shared/audit/audit-pages';
import { accessRecord, changeRole } from '#shared/auth/sessions/roles';
import { serviceTable } from '#shared/db/client';
import type { WriteOperation } from '#shared/db/expressions';
import { remove } from '#shared/db/expressions';
import { operationsOf } from '#shared/db/named-operations';
import type { Table } from '#shared/db/operations';
import type { ApiHandler } from '#shared/http/endpoint';
import { walletKeys } from '#shared/wallet/keys';
import { testSecrets } from '#tests/faults/outages/secret-store';
import { testKit } from '#tests/integration/kit/test-kit';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { apiEvent } from '#tests/support/api-event';
import { endpoint, requestTo } from '#tests/support/call';
import { exampleRequest } from '#tests/support/example-request';
import { lambdaContext } from '#tests/support/lambda-context';
import { createWidgetFor, openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';

// Prices and the audit list are shared by all accounts, so this file has its own table.
await vi.hoisted(async () => (await import('#tests/support/own-table')).useOwnTable());

const table = serviceTable();

const ACTION = 'kyb_session_base';

beforeEach(async () => {
  await table.write(remove(walletKeys.rate(ACTION), {}));
});

const call = endpoint(setPricingRate, handler);

const setPrice = (admin: SignedInAccount, priceKobo: unknown, actionKey = ACTION, send = call) =>
  send(admin, { pathParameters: { actionKey }, body: { priceKobo } });

const priceOf = async (account: SignedInAccount, actionKey = ACTION): Promise<number> => {
  const { body } = await endpoint(readPricingRates, readPricingRatesHandler)(account);
  return body.rates.find((rate: { actionKey: string }) => rate.actionKey === actionKey).priceKobo;
};

const newestAudit = async (count: number) =>
  (await readAuditPage(table, {}, { page: 1, limit: count })).entries.map(({ by, before, after }) => ({
    by,
    before,
    after,
  }));

const auditCount = async (): Promise<number> => (await readAuditPage(table, {}, { page: 1, limit: 1 })).total;

const byAdmin = ({ accountId }: SignedInAccount): string => accountId.replace('usr_', 'adm_');

const demote = async ({ accountId }: SignedInAccount): Promise<void> => {
  const access = { accountId, role: 'admin', sessionsValidFrom: 0 } as const;
  const { written } = await table.write(changeRole(access, 'member'));
  if (!written) throw new Error('Not an admin');
};

describe('set-pricing-rate: promises', () => {
  test('returns the rate at its new price', async () => {
    const { status, body } = await setPrice(await signedInAccount({ role: 'admin' }), 60_050);
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        actionKey: ACTION,
        price: 600.5,
        priceKobo: 60_050,
        description: 'Onboarding session of one applicant',
        category: 'onboarding',
      },
    });
  });

  test('the next charge is at the new price, and the one after a second change at the second; 0 is free', async () => {
    const [admin, customer] = await Promise.all([signedInAccount({ role: 'admin' }), signedInAccount()]);
    const [widget] = await Promise.all([createWidgetFor(customer), openWalletsFor(customer)]);
    const chargedNow = async (): Promise<number> => {
      const create = endpoint(createApplicant, createApplicantHandler);
      const { body } = await create(customer, { pathParameters: { id: widget.id }, body: {} });
      return body.data.sessionChargeKobo;
    };
    expect(await chargedNow()).toBe(50_000);
    for (const priceKobo of [61_234, 1, 0]) {
      await setPrice(admin, priceKobo);
      expect(await chargedNow()).toBe(priceKobo);
      expect(await priceOf(customer)).toBe(priceKobo);
    }
  });

  test('the change is recorded: who made it, from what and to what, and in which request', async () => {
    const admin = await signedInAccount({ role: 'admin' });
    await setPrice(admin, 61_000);
    const { headers } = await setPrice(admin, 62_000);
    const { entries } = await readAuditPage(table, {}, { page: 1, limit: 2 });
    expect(entries).toMatchObject([
      {
        by: byAdmin(admin),
        action: 'pricing_rate.changed',
        target: ACTION,
        before: { priceKobo: 61_000 },
        after: { priceKobo: 62_000 },
        requestId: headers['X-Request-Id'],
      },
      { before: { priceKobo: 50_000 }, after: { priceKobo: 61_000 } },
    ]);
  });

  test('the current price again succeeds, and is not recorded', async () => {
    const admin = await signedInAccount({ role: 'admin' });
    const before = await auditCount();
    const standard = await setPrice(admin, 50_000);
    await setPrice(admin, 60_000);
    const again = await setPrice(admin, 60_000);
    expect([standard.status, again.status]).toEqual([200, 200]);
    expect(await auditCount()).toBe(before + 1);
  });

  test("of ten at the same moment each is recorded, with the previous one's price", async () => {
    const admins = await Promise.all(Array.from({ length: 10 }, () => signedInAccount({ role: 'admin' })));
    const responses = await Promise.all(admins.map((admin, n) => setPrice(admin, 70_000 + n)));
    expect(responses.map(({ status }) => status)).toEqual(admins.map(() => 200));
    const [newest, ...others] = await newestAudit(10);
    expect(newest?.after).toStrictEqual({ priceKobo: await priceOf(admins[0] as SignedInAccount) });
    expect([newest, ...others].map((entry) => entry?.before)).toStrictEqual([
      ...others.map(({ after }) => after),
      { priceKobo: 50_000 },
    ]);
    expect(new Set([newest, ...others].map((entry) => entry?.by))).toEqual(new Set(admins.map(byAdmin)));
  });
});

describe('set-pricing-rate: refusals', () => {
  test.each([-1, 1.5, 1_000_000_001, '60000', null, undefined])(
    'a price of %j, and nothing is changed',
    async (price) => {
      const admin = await signedInAccount({ role: 'admin' });
      const before = await auditCount();
      const { status, body } = await setPrice(admin, price);
      expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
      expect(body.details[0].path).toBe('priceKobo');
      expect([await priceOf(admin), await auditCount()]).toEqual([50_000, before]);
    },
  );

  test.each(['coffee', 'constructor', '__proto__', 'RATE#kyb_session_base', ' '])(
    'the action %j, which nobody charges for',
    async (actionKey) => {
      const { status, body } = await setPrice(await signedInAccount({ role: 'admin' }), 1, actionKey);
      expect([status, body.code]).toStrictEqual([404, 'RATE_NOT_FOUND']);
    },
  );

  test('an admin who was demoted a moment ago', async () => {
    const admin = await signedInAccount({ role: 'admin' });
    expect((await setPrice(admin, 80_000)).status).toBe(200);
    await demote(admin);
    const { status, body } = await setPrice(admin, 90_000);
    expect([status, body.code]).toStrictEqual([403, 'FORBIDDEN']);
    expect(await priceOf(admin)).toBe(80_000);
  });

  test('an admin who is demoted between the check of the role and the write', async () => {
    const admin = await signedInAccount({ role: 'admin' });
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
    const lateHandler = handler.with({}, testKit({ table: () => late }));
    const response = setPrice(admin, 90_000, ACTION, endpoint(setPricingRate, lateHandler));
    await reached.promise;
    await demote(admin);
    demoted.resolve();
    const { status, body } = await response;
    expect([status, body.code]).toStrictEqual([403, 'FORBIDDEN']);
    expect([await priceOf(admin), await auditCount()]).toEqual([50_000, before]);
    expect(await table.get(accessRecord(admin.accountId).key)).toMatchObject({ role: 'member' });
  });
});

describe('every change that an administrator can make', () => {
  const changing = CONTRACTS.filter(({ caller, method }) => caller === 'admin' && method !== 'GET');

  test.each(changing.map((contract) => [contract.name, contract] as const))(
    '%s leaves an audit entry in the same transaction, and succeeds only while the role is held',
    async (_, contract) => {
      const transactions: (readonly WriteOperation[])[] = [];
      const writes: WriteOperation[] = [];
      const recording: Table = {
        ...table,
        write: (operation) => {
          writes.push(operation);
          return table.write(operation);
        },
        transact: (operations) => {
          transactions.push(operationsOf(operations));
          return table.transact(operations);
        },
      };
      const served = (await import(`#functions/api/${contract.group}/${contract.name}`)) as { handler: typeof handler };
      const request = await exampleRequest(contract, testSecrets());
      const recorded: ApiHandler = served.handler.with({}, testKit({ table: () => recording }));
      const { statusCode, headers = {} } = await recorded(apiEvent(requestTo(contract, request)), lambdaContext());
      expect(statusCode).toBeLessThan(300);
      const { entries } = await readAuditPage(table, {}, { page: 1, limit: 1 });
      expect(entries[0]?.requestId).toBe(headers['X-Request-Id']);
      expect(writes.filter((write) => write.kind !== 'update' || !write.key.pk.startsWith('LIMIT#'))).toEqual([]);
      expect(transactions).toHaveLength(1);
      expect(transactions[0]?.map(({ kind }) => kind)).toContain('check');
    },
  );
});

securitySuite({
  contract: setPricingRate,
  handler,
  request: () => ({ pathParameters: { actionKey: ACTION }, body: { priceKobo: 60_000 } }),
});
