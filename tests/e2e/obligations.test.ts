import { describe, expect, test } from 'vitest';
import { accountOf, addCompany, rotateApiKeys } from '#scripts/demo/journey';
import { newCompanyNumber } from '#tests/support/companies';
import { deployedApi, newCustomer } from './people.ts';

interface Obligation {
  readonly id: string;
  readonly category: string;
  readonly nextDueDate: string;
  readonly isActive: boolean;
  readonly isSeeded: boolean;
  readonly daysUntilDue: number;
}

interface Listed {
  readonly data: readonly Obligation[];
  readonly pagination: { readonly total: number };
}

interface One {
  readonly data: Obligation;
}

const PATH = '/v1/compliance/obligations';

/** The same day of the next month, for a day that every month has. */
const monthLater = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + 1);
  return date.toISOString().slice(0, 10);
};

describe('A company with its obligations', () => {
  test('has them from the moment it is added, completes one, adds one, and ends both', async () => {
    const { secretKey } = await rotateApiKeys(await newCustomer(), 'sandbox');
    const server = accountOf(deployedApi(), secretKey);
    const { id: companyId } = await addCompany(server, newCompanyNumber());

    const listed = await server.get<Listed>(`${PATH}?companyId=${companyId}&limit=100`);
    expect([listed.status, listed.body.pagination.total]).toStrictEqual([200, 12]);
    const days = listed.body.data.map(({ nextDueDate }) => nextDueDate);
    expect(days).toStrictEqual([...days].sort());
    expect(Math.min(...listed.body.data.map(({ daysUntilDue }) => daysUntilDue))).toBeGreaterThanOrEqual(-1);

    const vat = listed.body.data.find(({ category }) => category === 'vat');
    if (!vat) throw new Error('VAT is in the catalogue');
    const completed = await server.post<One>(`${PATH}/${vat.id}/complete`, {});
    expect([completed.status, completed.body.data.nextDueDate]).toStrictEqual([200, monthLater(vat.nextDueDate)]);
    expect((await server.delete<{ success: boolean }>(`${PATH}/${vat.id}`)).status).toBe(200);

    const insurance = { category: 'custom', title: 'Renew the insurance', frequency: 'annual' };
    const created = await server.post<One>(PATH, { companyId, ...insurance, nextDueDate: '2090-03-31' });
    expect([created.status, created.body.data.isSeeded]).toStrictEqual([201, false]);
    const { id } = created.body.data;
    const changed = await server.patch<One>(`${PATH}/${id}`, { nextDueDate: '2091-03-31' });
    expect(changed.body.data.nextDueDate).toBe('2091-03-31');
    expect((await server.get<One>(`${PATH}/${id}`)).body).toStrictEqual(changed.body);

    const active = await server.get<Listed>(`${PATH}?isActive=true`);
    expect(active.body.pagination.total).toBe(12);
    expect((await server.delete<{ success: boolean }>(`${PATH}/${id}`)).status).toBe(200);
    expect((await server.get<One>(`${PATH}/${id}`)).status).toBe(404);
    const inactive = await server.get<Listed>(`${PATH}?isActive=false`);
    expect(inactive.body.data.map((one) => one.id)).toStrictEqual([vat.id]);
  });
});
