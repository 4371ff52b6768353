import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/compliance/delete-obligation';
import { deleteObligation } from '#functions/api/compliance/delete-obligation.contract';
import { obligationKeys } from '#shared/compliance/keys';
import { seedWrites } from '#shared/compliance/seeding';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { createCompanyFor } from '#tests/support/companies';
import { createObligationFor } from '#tests/support/obligations';
import { securitySuite } from '#tests/support/security-suite';
import { obligationCalls, withObligation } from './calls.ts';

describe('deleting an obligation', () => {
  test("of the account's own removes it from every list and call, and makes room for another", async () => {
    const { account, obligation, id, read, update, complete, remove, list } = await withObligation();
    const { status, body } = await remove(id);
    expect([status, body]).toStrictEqual([200, { success: true, message: 'Obligation deleted.' }]);
    const refused = [await read(id), await update(id, { title: 'x' }), await complete(id), await remove(id)];
    for (const one of refused) expect([one.status, one.body.code]).toStrictEqual([404, 'OBLIGATION_NOT_FOUND']);
    expect((await list()).body).toMatchObject({ data: [], pagination: { total: 0 } });
    expect((await list({ companyId: obligation.companyId })).body.data).toStrictEqual([]);
    const { accountId } = account;
    const calendar = await serviceTable().get(
      obligationKeys.obligationCalendar(accountId, 'live', obligation.companyId),
    );
    expect(calendar).toMatchObject({ obligationCount: 0 });
    const deleted = await serviceTable().get(obligationKeys.obligation(accountId, 'live', id));
    expect(deleted).toMatchObject({ deletedAt: expect.any(String) });
    expect(deleted).not.toHaveProperty('gsi4pk');
  });

  test('ten times at once succeeds once', async () => {
    const { id, remove } = await withObligation();
    const responses = await Promise.all(Array.from({ length: 10 }, () => remove(id)));
    expect(responses.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(9).fill(404)]);
  });

  test('during a change leaves it deleted, whichever came first', async () => {
    const { id, read, update, remove } = await withObligation();
    const [removed] = await Promise.all([remove(id), update(id, { title: 'x' }), update(id, { isActive: false })]);
    expect(removed.status).toBe(200);
    expect((await read(id)).status).toBe(404);
  });

  test('from the catalogue deactivates it, as often as it is sent, and it can be activated again', async () => {
    const account = await signedInAccount();
    const company = await createCompanyFor(account, { environment: 'live' });
    await serviceTable().transact(seedWrites(company, Date.now()));
    const { list, remove, read, update } = obligationCalls(account);
    const [{ id }] = (await list({ category: 'vat' })).body.data;
    for (let times = 0; times < 2; times++) {
      expect((await remove(id)).body).toStrictEqual({
        success: true,
        message: 'Obligation deactivated. Obligations from the catalogue cannot be deleted.',
      });
      expect((await read(id)).body.data).toMatchObject({ isActive: false, isSeeded: true });
    }
    expect((await list({ isActive: 'true' })).body.pagination.total).toBe(11);
    expect((await update(id, { isActive: true })).body.data.isActive).toBe(true);
    expect((await list({ isActive: 'true' })).body.pagination.total).toBe(12);
  });
});

const requestOf = (id: string) => ({ path: `/v1/compliance/obligations/${id}`, pathParameters: { id } });

securitySuite({
  contract: deleteObligation,
  handler,
  environment: 'live',
  request: async (account) => requestOf((await createObligationFor(account, { environment: 'live' })).id),
  missing: () => requestOf(newId('obl', 1)),
});
