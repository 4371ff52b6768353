import { describe, expect, test } from 'vitest';
import { handler as addHandler } from '#functions/api/companies/add-company';
import { addCompany } from '#functions/api/companies/add-company.contract';
import { handler } from '#functions/api/companies/give-up-company';
import { giveUpCompany } from '#functions/api/companies/give-up-company.contract';
import { handler as listHandler } from '#functions/api/companies/list-companies';
import { listCompanies } from '#functions/api/companies/list-companies.contract';
import { handler as readHandler } from '#functions/api/companies/read-company';
import { readCompany } from '#functions/api/companies/read-company.contract';
import { handler as changeHandler } from '#functions/api/companies/update-company';
import { updateCompany } from '#functions/api/companies/update-company.contract';
import { eraseChats } from '#shared/chat/erase-chats';
import { chatKeys, chatsOfCompany } from '#shared/chat/keys';
import { companiesOfAccount } from '#shared/companies/keys';
import { findCompany } from '#shared/companies/transfer';
import { SEEDED_CATEGORIES } from '#shared/compliance/catalogue';
import { obligationKeys } from '#shared/compliance/keys';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { makeLogger } from '#shared/platform/logger';
import { chats } from '#tests/integration/chat/world';
import { obligationCalls } from '#tests/integration/compliance/calls';
import { apiKeyFor, type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createChatFor } from '#tests/support/chats';
import { createCompanyFor, newCompanyNumber } from '#tests/support/companies';
import { createObligationFor } from '#tests/support/obligations';
import { securitySuite } from '#tests/support/security-suite';

const table = serviceTable();
const call = endpoint(giveUpCompany, handler);
const add = endpoint(addCompany, addHandler);
const change = endpoint(updateCompany, changeHandler);
const list = endpoint(listCompanies, listHandler);
const read = endpoint(readCompany, readHandler);

const giveUp = (account: SignedInAccount, id: string) => call(account, { pathParameters: { id } });
const environment = 'live';

/** The effect of a run of `erase-chats` some minutes from now. */
const runLater = (minutes = 2) => {
  const clock = () => Date.now() + minutes * 60_000;
  return eraseChats({ table, clock, log: makeLogger({}, () => {}), metrics: () => {} });
};

const chatsAbout = async (account: SignedInAccount, companyId: string) => {
  const { body } = await chats.list(account, { query: { companyId } });
  return { shown: body.chats.length, total: body.pagination.total };
};

describe('giving a company up', () => {
  test('removes it from the list, and from then on every read of the company is the same 404', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment });
    const { status, body } = await giveUp(account, id);
    expect([status, body]).toStrictEqual([200, { success: true, message: 'You no longer own this company.' }]);
    expect((await read(account, { query: { companyId: id } })).status).toBe(404);
    expect((await list(account, {})).body.data.companies).toStrictEqual([]);
    expect(await table.get(companiesOfAccount(account.accountId).counts)).toMatchObject({ live: 0 });
    expect((await giveUp(account, id)).status).toBe(404);
  });

  test("frees its number: whoever adds it next gets the same id, and none of the former owner's data", async () => {
    const [former, next] = [await signedInAccount(), await signedInAccount()];
    const rcNumber = newCompanyNumber();
    const { id } = await createCompanyFor(former, { environment, rcNumber });
    const stated = { contact: { email: 'me@former.example' }, businessDescription: 'Of the former owner' };
    await change(former, { pathParameters: { id }, body: stated });
    expect((await add(next, { body: { rcNumber } })).body.code).toBe('COMPANY_EXISTS');
    await giveUp(former, id);
    expect(await findCompany(table, id)).not.toHaveProperty('ownerId');

    const { status, body } = await add(next, { body: { rcNumber } });
    expect(status).toBe(201);
    expect(body.data.company).toMatchObject({ id, ownerId: next.accountId });
    expect(JSON.stringify(body)).not.toMatch(/former/i);
    expect((await giveUp(former, id)).status).toBe(404);
  });

  test('ends its obligations with their reminders, including those of the catalogue; a new claim is seeded again', async () => {
    const account = await signedInAccount();
    const rcNumber = newCompanyNumber();
    const { body } = await add(account, { body: { rcNumber } });
    const { id } = body.data.company;
    const own = await createObligationFor(account, { environment, companyId: id });
    const calls = obligationCalls(account);
    await giveUp(account, id);
    expect((await calls.list({})).body.pagination.total).toBe(0);
    expect((await calls.read(own.id)).status).toBe(404);
    expect(await table.get(obligationKeys.obligation(account.accountId, environment, own.id))).not.toHaveProperty(
      'gsi4pk',
    );

    await add(account, { body: { rcNumber } });
    expect((await calls.list({ companyId: id })).body.pagination.total).toBe(SEEDED_CATEGORIES.length);
  });

  test('ends its chats, and their texts are erased; those about other companies stay', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment });
    const about = await createChatFor(account, { environment, companyId: id, title: 'Before we sign' });
    const other = await createChatFor(account, { environment });
    await giveUp(account, id);
    expect((await chats.read(account, { pathParameters: { chatId: about.id } })).status).toBe(404);
    expect(await chatsAbout(account, id)).toStrictEqual({ shown: 0, total: 0 });
    expect((await chats.list(account, {})).body.chats).toMatchObject([{ id: other.id }]);
    expect(JSON.stringify(await table.get(chatKeys.chat(account.accountId, environment, about.id)))).not.toContain(
      'Before we sign',
    );
  });

  test("ends more chats than a transaction can: the rest follow later, and none of a new owner's", async () => {
    const account = await signedInAccount();
    const rcNumber = newCompanyNumber();
    const { id } = await createCompanyFor(account, { environment, rcNumber });
    for (let count = 0; count < 27; count++) await createChatFor(account, { environment, companyId: id });
    await giveUp(account, id);
    expect(await chatsAbout(account, id)).toStrictEqual({ shown: 17, total: 17 });
    await add(account, { body: { rcNumber } });
    const later = await createChatFor(account, { environment, companyId: id });

    // A worker that dies midway, and the next one.
    let transactions = 0;
    const dying = {
      ...table,
      transact: async (...operations: Parameters<typeof table.transact>) => {
        if (++transactions > 3) throw new Error('The worker died');
        return table.transact(...operations);
      },
    } as typeof table;
    const soon = { clock: () => Date.now() + 120_000, log: makeLogger({}, () => {}), metrics: () => {} };
    await expect(eraseChats({ table: dying, ...soon })).rejects.toThrow('The worker died');
    // A chat that a sweep failed to erase is retried after all others.
    await runLater(30);

    expect(await chatsAbout(account, id)).toStrictEqual({ shown: 1, total: 1 });
    expect((await chats.read(account, { pathParameters: { chatId: later.id } })).status).toBe(200);
    const { partition } = chatsOfCompany(account.accountId, environment, id);
    expect((await table.queryAll({ partition })).map(({ sk }) => sk)).not.toContain('ENDING');
  });

  test('happens once if it is called ten times at once, and the other calls get a 404', async () => {
    const account = await signedInAccount();
    const [one, other] = [
      await createCompanyFor(account, { environment }),
      await createCompanyFor(account, { environment }),
    ];
    const answers = await Promise.all(Array.from({ length: 10 }, () => giveUp(account, one.id)));
    expect(answers.map(({ status }) => status).sort()).toStrictEqual([200, ...Array(9).fill(404)]);
    expect(await table.get(companiesOfAccount(account.accountId).counts)).toMatchObject({ live: 1 });
    expect((await list(account, {})).body.data.companies).toMatchObject([{ id: other.id }]);
  });

  test('ends what is added in the meantime, or it is refused', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment });
    const draft = { companyId: id, category: 'custom', title: 'Rent', frequency: 'custom', nextDueDate: '2090-01-01' };
    const calls = obligationCalls(account);
    const [{ status }] = await Promise.all([
      giveUp(account, id),
      ...Array.from({ length: 4 }, () => chats.create(account, { body: { companyId: id } })),
      ...Array.from({ length: 4 }, () => calls.create(draft)),
    ]);
    expect(status).toBe(200);
    await runLater();
    expect(await chatsAbout(account, id)).toStrictEqual({ shown: 0, total: 0 });
    expect((await calls.list({})).body.pagination.total).toBe(0);
  });

  test('of another account, of the other environment and of none at all is the same 404 and has no effect', async () => {
    const [account, owner] = [await signedInAccount(), await signedInAccount()];
    const others = await createCompanyFor(owner, { environment });
    const sandboxed = await createCompanyFor(account, { environment: 'sandbox' });
    const refused = await Promise.all(
      [others.id, sandboxed.id, newId('cmp', 1), 'cmp_%23'].map((id) => giveUp(account, id)),
    );
    expect(new Set(refused.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(refused[0]).toMatchObject({ status: 404, body: { code: 'COMPANY_NOT_FOUND' } });
    expect(await findCompany(table, others.id)).toMatchObject({ ownerId: owner.accountId });
    expect(
      (await call((await apiKeyFor(account, 'sandbox')) as never, { pathParameters: { id: sandboxed.id } })).status,
    ).toBe(200);
  });
});

describe('the list of companies', () => {
  test('has the latest addition first, however old its record is', async () => {
    const [former, account] = [await signedInAccount(), await signedInAccount()];
    const rcNumber = newCompanyNumber();
    const claimed = await createCompanyFor(former, { environment, rcNumber, createdAtMs: Date.now() - 86_400_000 });
    const own = await createCompanyFor(account, { environment, createdAtMs: Date.now() - 3_600_000 });
    await giveUp(former, claimed.id);
    await add(account, { body: { rcNumber } });
    const { body } = await list(account, {});
    expect(body.data.companies.map(({ id }: { id: string }) => id)).toStrictEqual([claimed.id, own.id]);
  });
});

securitySuite({
  contract: giveUpCompany,
  handler,
  environment,
  request: async (account) => ({ pathParameters: { id: (await createCompanyFor(account, { environment })).id } }),
});
