import { describe, expect, test } from 'vitest';
import { handler as listHandler } from '#functions/api/companies/list-companies';
import { listCompanies } from '#functions/api/companies/list-companies.contract';
import { transferCompany } from '#scripts/ops/transfer-company';
import { readAuditPage } from '#shared/audit/audit-pages';
import { confirmCompanyOwner, findOwnedCompany } from '#shared/companies/company-repository';
import { companiesOfAccount, companyKeys } from '#shared/companies/keys';
import { SEEDED_CATEGORIES } from '#shared/compliance/catalogue';
import { obligationLists, REMINDER_SHARDS } from '#shared/compliance/keys';
import { newObligation } from '#shared/compliance/obligation-changes';
import { listCalendarEntries } from '#shared/compliance/obligation-pages';
import { additionWrites, findOwnedObligation } from '#shared/compliance/obligation-repository';
import { seedWrites } from '#shared/compliance/seeding';
import { update } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import { makeWorld, newEmail } from '#tests/integration/accounts/world';
import { call, testKit } from '#tests/integration/kit/test-kit';
import { sessionScope } from '#tests/support/accounts';
import { requestTo } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { createObligationFor } from '#tests/support/obligations';
import { ownTable } from '#tests/support/own-table';

/** Two accounts on a test's own table. The first has claimed a business. */
const setup = async () => {
  const table = await ownTable();
  const world = makeWorld(table);
  const list = listHandler.with({}, testKit({ table: () => table }));
  const [claimant, owner] = await Promise.all([world.verifiedAccount(), world.verifiedAccount()]);
  const company = await createCompanyFor({ accountId: claimant.userId }, { environment: 'live' }, table);
  const listOf = async ({ email, password }: typeof claimant) => {
    const { cookies } = await world.logIn({ email, password });
    const headers = { authorization: `Bearer ${cookies['token']}` };
    const { body } = await call(list, requestTo(listCompanies, { headers }));
    return body.data.companies;
  };
  return {
    ...{ table, claimant, owner, company, listOf },
    countOf: async ({ userId }: typeof claimant) => (await table.get(companiesOfAccount(userId).counts))?.['live'],
    transfer: (email: string, companyId = company.id) =>
      transferCompany({ companyId, email, dryRun: false, userName: 'ada' }, { table, clock: world.now }),
    entries: async () => (await readAuditPage(table, {}, { page: 1, limit: 100 })).entries,
  };
};

describe('npm run ops -- transfer-company', () => {
  test('moves the company from one list to the other at once, and leaves an audit entry', async () => {
    const { table, claimant, owner, company, listOf, countOf, transfer, entries } = await setup();
    expect(await listOf(claimant)).toHaveLength(1);

    const report = `${company.id} (${company.companyName}) now belongs to ${owner.userId} instead of ${claimant.userId}.`;
    expect(await transfer(` ${owner.email.toUpperCase()}`)).toBe(report);

    expect(await listOf(claimant)).toStrictEqual([]);
    expect(await listOf(owner)).toMatchObject([{ id: company.id, ownerId: owner.userId }]);
    expect(await findOwnedCompany(table, sessionScope(claimant.userId), company.id)).toBeUndefined();
    expect([await countOf(claimant), await countOf(owner)]).toStrictEqual([0, 1]);
    const { space, classificationId, digits } = company;
    expect(await table.get(companyKeys.companyNumber(space, classificationId, digits))).toMatchObject({
      companyId: company.id,
      ownerId: owner.userId,
    });
    expect(await entries()).toMatchObject([
      {
        by: 'operator:ada',
        action: 'company.transferred',
        target: company.id,
        before: { ownerId: claimant.userId },
        after: { ownerId: owner.userId },
        requestId: null,
      },
    ]);
  });

  test('removes what the wrong owner stated, and keeps what the registry and the tax authority say', async () => {
    const { table, owner, company, listOf, transfer } = await setup();
    const stated = {
      website: 'https://phishing.example',
      contactEmail: 'me@phishing.example',
      businessDescription: 'Mine',
    };
    const certificate = { cacCertificateKey: 'of-the-claimant.pdf', cacCertificateVerified: true };
    const changes = { ...stated, ...certificate, firsTin: '12345678-0001' };
    await table.write(update(companyKeys.company(company.id), { set: changes, when: { pk: 'exists' } }));
    await transfer(owner.email);
    const [shown] = await listOf(owner);
    expect(JSON.stringify(shown)).not.toMatch(/phishing|Mine|of-the-claimant/);
    expect(shown).toMatchObject({
      companyName: company.companyName,
      tax: { firsTin: '12345678-0001' },
      svc_tools: { cacert_verified: false },
    });
    expect(await table.get(companyKeys.company(company.id))).not.toHaveProperty('cacCertificateKey');
  });

  test('ends the obligations of the former owner, and gives the new one those of the catalogue', async () => {
    const { table, claimant, owner, company, transfer } = await setup();
    const { id: companyId } = company;
    await table.transact(seedWrites({ ...company, ownerId: claimant.userId }, Date.now()));
    const own = await createObligationFor({ accountId: claimant.userId }, { environment: 'live', companyId }, table);
    const [former, latter] = [sessionScope(claimant.userId), sessionScope(owner.userId)];
    expect(await listCalendarEntries(table, former, undefined)).toHaveLength(13);

    await transfer(owner.email);

    expect(await listCalendarEntries(table, former, undefined)).toStrictEqual([]);
    expect(await findOwnedObligation(table, former, own.id)).toBeUndefined();
    const seeded = await listCalendarEntries(table, latter, companyId);
    expect(seeded.map(({ category }) => category).sort()).toStrictEqual([...SEEDED_CATEGORIES].sort());
    const reminded = await Promise.all(
      Array.from({ length: REMINDER_SHARDS }, (_, shard) =>
        table.queryAll(
          { index: 'gsi4', partition: obligationLists.reminders(shard) },
          { most: 10_000, why: 'a test makes few' },
        ),
      ),
    );
    const items = await table.getMany(reminded.flat().map(({ pk, sk }) => ({ pk, sk })));
    expect(new Set(items.map((item) => item?.['accountId']))).toStrictEqual(new Set([owner.userId]));
  });

  test('refuses or ends an obligation that is added while it runs', async () => {
    const { table, claimant, owner, company, transfer } = await setup();
    const account = { accountId: claimant.userId };
    const place = { ...account, environment: 'live' } as const;
    const create = async () => {
      const made = newObligation(
        place,
        { companyId: company.id, category: 'custom', title: 'Rent', frequency: 'custom', nextDueDate: '2090-01-01' },
        Date.now(),
      );
      return table.transact({ ...additionWrites(made), company: confirmCompanyOwner(place, company.id) });
    };
    await Promise.allSettled([transfer(owner.email), create(), create(), create()]);
    // Whichever was first, the command may have to be run again.
    await transfer(owner.email);
    expect((await create()).written).toBe(false);
    expect(await listCalendarEntries(table, sessionScope(claimant.userId), undefined)).toStrictEqual([]);
    expect(await listCalendarEntries(table, sessionScope(owner.userId), undefined)).toHaveLength(12);
  });

  test('repeated, changes nothing and says so; run ten times at once, takes effect once', async () => {
    const { owner, company, countOf, transfer, entries } = await setup();
    await Promise.allSettled(Array.from({ length: 10 }, () => transfer(owner.email)));
    expect(await entries()).toHaveLength(1);
    expect(await countOf(owner)).toBe(1);
    expect(await transfer(owner.email)).toBe(`${company.id} already belongs to ${owner.userId}.`);
    expect(await entries()).toHaveLength(1);
  });

  test('is refused in one line for an unknown company or account, one without an owner, one in a sandbox, or a full account', async () => {
    const { table, claimant, owner, company, transfer, entries } = await setup();
    const none = newId('cmp', 1);
    await expect(transfer(owner.email, none)).rejects.toThrow(`Company ${none} does not exist.`);
    await expect(transfer(owner.email, 'cmp_#')).rejects.toThrow('Company cmp_# does not exist.');
    const nobody = newEmail();
    await expect(transfer(nobody)).rejects.toThrow(`There is no verified account with the email address ${nobody}.`);
    await expect(transfer('ada')).rejects.toThrow('ada is not an email address.');

    const sandboxed = await createCompanyFor({ accountId: claimant.userId }, { environment: 'sandbox' }, table);
    await expect(transfer(owner.email, sandboxed.id)).rejects.toThrow(`is in the sandbox of ${claimant.userId}`);

    const { counts, most } = companiesOfAccount(owner.userId);
    await table.write(update(counts, { set: { live: most }, when: {} }));
    await expect(transfer(owner.email)).rejects.toThrow(`${owner.userId} has reached the limit of companies`);

    await table.write(update(companyKeys.company(company.id), { remove: ['ownerId'], when: { pk: 'exists' } }));
    await expect(transfer(owner.email)).rejects.toThrow(`${company.id} has no owner`);
    expect(await entries()).toEqual([]);
  });
});
