import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/compliance/list-obligations';
import { listObligations } from '#functions/api/compliance/list-obligations.contract';
import { listCalendarEntries, newestObligations, obligationsOnPage } from '#shared/compliance/obligation-pages';
import { deletionWrites } from '#shared/compliance/obligation-repository';
import { serviceTable } from '#shared/db/client';
import { apiKeyFor, signedInAccount } from '#tests/support/accounts';
import { createCompanyFor } from '#tests/support/companies';
import { createObligationFor } from '#tests/support/obligations';
import { securitySuite } from '#tests/support/security-suite';
import { obligationCalls } from './calls.ts';

const titlesIn = ({ body }: { body: { data: { title: string }[] } }) => body.data.map(({ title }) => title).join(' ');

/** Two companies of an account in `live`, with obligations named by their order. */
const setup = async () => {
  const account = await signedInAccount();
  const companies = [
    await createCompanyFor(account, { environment: 'live' }),
    await createCompanyFor(account, { environment: 'live' }),
  ] as const;
  const [one, other] = companies;
  const add = (companyId: string, title: string, nextDueDate: string, category: 'vat' | 'custom' = 'custom') =>
    createObligationFor(account, { environment: 'live', companyId, title, nextDueDate, category });
  // Not in the order of their due dates.
  const third = await add(one.id, 'third', '2090-02-01', 'vat');
  await add(other.id, 'first', '2089-12-31');
  await add(one.id, 'second', '2090-01-31', 'vat');
  await add(other.id, 'fourth', '2090-02-01');
  return { account, one, other, third, ...obligationCalls(account) };
};

describe('the list of obligations', () => {
  test('covers all companies, by due date and by age within a day, with exact totals on every page', async () => {
    const { list } = await setup();
    const whole = await list();
    expect(titlesIn(whole)).toBe('first second third fourth');
    expect(whole.body.pagination).toStrictEqual({
      ...{ page: 1, limit: 20, total: 4, totalPages: 1, hasNext: false, hasPrev: false },
    });
    const second = await list({ page: '2', limit: '3' });
    expect(titlesIn(second)).toBe('fourth');
    expect(second.body.pagination).toStrictEqual({
      ...{ page: 2, limit: 3, total: 4, totalPages: 2, hasNext: false, hasPrev: true },
    });
    expect(titlesIn(await list({ page: '3', limit: '3' }))).toBe('');
  });

  test('is filtered by company, category, activity and due date, separately and together', async () => {
    const { one, other, third, list, update } = await setup();
    expect(titlesIn(await list({ companyId: one.id }))).toBe('second third');
    expect(titlesIn(await list({ companyId: other.id }))).toBe('first fourth');
    expect(titlesIn(await list({ category: 'vat' }))).toBe('second third');
    // The day itself is included.
    expect(titlesIn(await list({ dueBefore: '2090-01-31' }))).toBe('first second');
    expect(titlesIn(await list({ dueBefore: '2090-01-30' }))).toBe('first');
    await update(third.id, { isActive: false });
    expect(titlesIn(await list({ isActive: 'true' }))).toBe('first second fourth');
    expect(titlesIn(await list({ isActive: 'false' }))).toBe('third');
    const all = await list({
      companyId: one.id,
      category: 'vat',
      isActive: 'true',
      dueBefore: '2090-02-01',
      limit: '1',
    });
    expect([titlesIn(all), all.body.pagination.total]).toStrictEqual(['second', 1]);
  });

  test('follows a change of the due date at once', async () => {
    const { third, list, update } = await setup();
    await update(third.id, { nextDueDate: '2089-01-01' });
    expect(titlesIn(await list())).toBe('third first second fourth');
  });

  test('leaves out an obligation that was deleted while the list was read', async () => {
    const { account, third, list } = await setup();
    const scope = { accountId: account.accountId, environments: ['live'], via: 'session' } as const;
    const entries = await listCalendarEntries(serviceTable(), scope, undefined);
    await serviceTable().transact(deletionWrites(third, Date.now()));
    const page = { page: 1, limit: 20 };
    for (const known of [await newestObligations(serviceTable(), scope), new Map()]) {
      const shown = await obligationsOnPage(serviceTable(), scope, entries, known, page);
      expect(shown.map(({ title }) => title)).toEqual(['first', 'second', 'fourth']);
    }
    expect(titlesIn(await list())).toBe('first second fourth');
  });

  test("is empty for another account's company, and for a missing one", async () => {
    const { list } = await setup();
    const { one: others } = await setup();
    for (const companyId of [others.id, 'cmp_1', 'cmp_#', 'nonsense']) {
      expect((await list({ companyId })).body).toMatchObject({ data: [], pagination: { total: 0 } });
    }
  });

  test("covers only the environment of the credential, and only the caller's account", async () => {
    const { account, list } = await setup();
    const sandboxed = await createObligationFor(account, { title: 'sandboxed' });
    const byKey = obligationCalls(await apiKeyFor(account, 'sandbox'));
    expect(titlesIn(await byKey.list())).toBe('sandboxed');
    expect((await byKey.read(sandboxed.id)).status).toBe(200);
    expect(titlesIn(await list())).not.toContain('sandboxed');
    expect(titlesIn(await obligationCalls(await signedInAccount()).list())).toBe('');
  });

  test('refuses every invalid parameter at once', async () => {
    const { list } = await setup();
    const query = { page: '0', limit: '101', category: 'rent', isActive: 'yes', dueBefore: '2026-02-30' };
    const { status, body } = await list(query);
    expect(status).toBe(400);
    const paths = body.details.map(({ path }: { path: string }) => path).sort();
    expect(paths).toStrictEqual(Object.keys(query).sort());
  });
});

securitySuite({ contract: listObligations, handler, environment: 'live', request: () => ({}) });
