import { describe, expect, test } from 'vitest';
import { handler as addHandler } from '#functions/api/companies/add-company';
import { addCompany } from '#functions/api/companies/add-company.contract';
import { newCompany } from '#shared/companies/company';
import { requiredCompanyNumber } from '#shared/companies/company-number';
import { companiesOfAccount, companyKeys } from '#shared/companies/keys';
import { CATALOGUE, SEEDED_CATEGORIES } from '#shared/compliance/catalogue';
import { firstDueDate } from '#shared/compliance/due-dates';
import { obligationKeys, obligationLists } from '#shared/compliance/keys';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { lagosDay } from '#shared/platform/calendar';
import { found } from '#shared/sources/lookup-results';
import type { RegistryQuery } from '#shared/sources/ports';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { newCompanyNumber } from '#tests/support/companies';
import { type Caller, obligationCalls } from './calls.ts';

const table = serviceTable();

const REGISTERED_ON = '2015-08-20';

const factsOf = ({ registrationNumber }: Pick<RegistryQuery, 'registrationNumber'>) => ({
  ...{ registrationNumber, businessName: 'Adire Market Limited', businessStatus: 'active' as const },
  registrationDate: REGISTERED_ON,
});

const registry = async (query: RegistryQuery) => found(factsOf(query));
const sources = async () => ({ ports: { ...SANDBOX_PORTS, registry }, rehearse: () => NOTHING_REHEARSED });
const addTo = endpoint(addCompany, addHandler.with({ sources }));

const add = (caller: Caller, rcNumber = newCompanyNumber(), headers: Record<string, string> = {}) =>
  addTo(caller as SignedInAccount, { body: { rcNumber }, headers });

const listOf = async (caller: Caller, query: Record<string, string> = {}) =>
  (await obligationCalls(caller).list({ limit: '100', ...query })).body;

describe('an added company', () => {
  test('has an obligation of each category of the catalogue, at its first due date', async () => {
    const account = await signedInAccount();
    const { id: companyId } = (await add(account)).body.data.company;
    const { data, pagination } = await listOf(account);
    const today = lagosDay(Date.parse(data[0].createdAt));
    expect(pagination.total).toBe(12);
    const byCategory = Object.fromEntries(data.map((one: { category: string }) => [one.category, one]));
    expect(Object.keys(byCategory).sort()).toStrictEqual([...SEEDED_CATEGORIES].sort());
    const business = { classificationId: 2, registrationDate: REGISTERED_ON } as const;
    for (const category of SEEDED_CATEGORIES) {
      const { title, description, frequency, firstDue } = CATALOGUE[category];
      expect(byCategory[category], category).toStrictEqual({
        id: expect.stringMatching(/^obl_/),
        ...{ companyId, category, title, description, frequency },
        nextDueDate: firstDueDate(firstDue, business, today).nextDueDate,
        lastCompletedAt: null,
        isSeeded: true,
        isActive: true,
        notifyLeadDays: [30, 7, 1],
        daysUntilDue: expect.any(Number),
        createdAt: expect.stringMatching(/Z$/),
        updatedAt: byCategory[category].createdAt,
      });
    }
    const days = data.map((one: { nextDueDate: string }) => one.nextDueDate);
    expect(days).toStrictEqual([...days].sort());
  });

  test('without an owner before gets them with its owner, once', async () => {
    const number = requiredCompanyNumber(newCompanyNumber());
    const { classificationId, digits, registrationNumber } = number;
    const place = { accountId: 'usr_of_nobody', environment: 'live' } as const;
    const vendor = newCompany(place, number, factsOf(number), Date.now() - 1000);
    await table.transact([
      put({ ...companyKeys.company(vendor.id), ...vendor }),
      put({ ...companyKeys.companyNumber('live', classificationId, digits), companyId: vendor.id }),
    ]);
    const accounts = await Promise.all([signedInAccount(), signedInAccount()]);
    const responses = await Promise.all(accounts.map((account) => add(account, registrationNumber)));
    expect(responses.map(({ status }) => status).sort()).toStrictEqual([201, 409]);
    const totals = await Promise.all(
      accounts.map(async (account) => (await listOf(account, { companyId: vendor.id })).pagination.total),
    );
    expect(totals.sort((one, other) => one - other)).toStrictEqual([0, 12]);
  });

  test('that is added ten times at once, or again with its idempotency key, has them once', async () => {
    const account = await signedInAccount();
    const [rcNumber, other] = [newCompanyNumber(), newCompanyNumber()];
    const responses = await Promise.all(Array.from({ length: 10 }, () => add(account, rcNumber)));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect((await listOf(account)).pagination.total).toBe(12);
    for (let times = 0; times < 2; times++) {
      expect((await add(account, other, { 'idempotency-key': 'add' })).status).toBe(201);
      expect((await listOf(account)).pagination.total).toBe(24);
    }
  });

  test('of the sandbox has them there, without reminders', async () => {
    const account = await signedInAccount();
    const byKey = await apiKeyFor(account, 'sandbox');
    expect((await add(byKey)).status).toBe(201);
    const { data } = await listOf(byKey);
    expect(data).toHaveLength(12);
    expect((await listOf(account)).data).toStrictEqual([]);
    const keyOf = ({ id }: { id: string }) => obligationKeys.obligation(account.accountId, 'sandbox', id);
    const items = await table.getMany(data.map(keyOf));
    for (const item of items) {
      expect(item).toMatchObject({ environment: 'sandbox' });
      expect(item).not.toHaveProperty('remindAt');
      expect(item).not.toHaveProperty('gsi4pk');
    }
  });

  test('that is refused, because the account is full, leaves none', async () => {
    const account = await signedInAccount();
    const { counts, most } = companiesOfAccount(account.accountId);
    await table.write(update(counts, { set: { live: most }, when: {} }));
    expect((await add(account)).body.code).toBe('TOO_MANY_COMPANIES');
    const partition = obligationLists.calendars(account.accountId, 'live');
    expect(await table.queryAll({ partition })).toStrictEqual([]);
  });
});
