import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/companies/add-company';
import { addCompany } from '#functions/api/companies/add-company.contract';
import { handler as readHandler } from '#functions/api/companies/read-company';
import { readCompany } from '#functions/api/companies/read-company.contract';
import { newCompany } from '#shared/companies/company';
import { companyNumber } from '#shared/companies/company-number';
import { companiesOfAccount, companyKeys } from '#shared/companies/keys';
import { serviceTable } from '#shared/db/client';
import { put, update } from '#shared/db/expressions';
import { found, unavailable } from '#shared/sources/lookup-results';
import type { RegistryFacts, RegistryQuery, SourceResult } from '#shared/sources/ports';
import { NOTHING_REHEARSED } from '#shared/sources/rehearsal';
import { SANDBOX_PORTS } from '#shared/sources/sandbox/sandbox-ports';
import { apiKeyFor, type SignedInAccount, signedInAccount, type TestApiKey } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { newCompanyNumber } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(addCompany, handler);
const read = endpoint(readCompany, readHandler);
const table = serviceTable();

const add = (account: Pick<SignedInAccount, 'headers'>, body: unknown, headers: Record<string, string> = {}) =>
  call(account as SignedInAccount, { body, headers });

/** An account, and a key of its sandbox. */
const sandboxAccount = async (): Promise<TestApiKey> => apiKeyFor(await signedInAccount(), 'sandbox');

/** The endpoint over a test's own registry, and the lookups that this received. */
const overRegistry = (
  respond: (query: RegistryQuery) => SourceResult<RegistryFacts> | Promise<SourceResult<RegistryFacts>>,
) => {
  const queries: RegistryQuery[] = [];
  const registry = async (query: RegistryQuery) => {
    queries.push(query);
    return respond(query);
  };
  const sources = async () => ({ ports: { ...SANDBOX_PORTS, registry }, rehearse: () => NOTHING_REHEARSED });
  return { queries, add: endpoint(addCompany, handler.with({ sources })) };
};

const factsOf = ({ registrationNumber }: RegistryQuery): RegistryFacts => ({
  registrationNumber,
  businessName: 'Adire Market Limited',
  businessStatus: 'active',
});

/** Writes a company without an owner, as a watch of a business does. */
const unownedCompany = async (rcNumber: string) => {
  const number = companyNumber(rcNumber);
  if (typeof number === 'string') throw new Error(number);
  const facts = { ...factsOf(number), businessName: 'Before The Claim Ltd', businessStatus: 'inactive' } as const;
  const company = newCompany({ accountId: 'usr_of_nobody', environment: 'live' }, number, facts, Date.now() - 1000);
  const { digits, classificationId } = number;
  await table.transact([
    put({ ...companyKeys.company(company.id), ...company }),
    put({ ...companyKeys.companyNumber('live', classificationId, digits), companyId: company.id }),
  ]);
  return company;
};

describe('adding a company', () => {
  test('stores the record that the registry has, with every key of the sanitized record and no other', async () => {
    const account = await sandboxAccount();
    const { status, body } = await add(account, { rcNumber: 'rc 0012345', companyName: 'Adire Textiles Ltd' });
    expect(status).toBe(201);
    expect(body).toStrictEqual({
      success: true,
      data: {
        company: {
          id: expect.stringMatching(/^cmp_[0-9A-HJKMNP-TV-Z]{26}$/),
          companyName: 'Adire Textiles Ltd',
          rcNumber: 'RC0012345',
          ownerId: account.accountId,
          active: true,
          classification: { id: 2, label: 'Company' },
          profile: {
            natureOfBusiness: 'Software development',
            businessCategory: 'Technology',
            businessDescription: null,
            businessCommencementDate: '2009-10-26',
            registrationDate: '2009-10-26',
            registrationApproved: true,
            companyDetails: true,
            logoUrl: null,
          },
          contact: {
            email: 'rc0012345@sandbox.example',
            address: '146 Sandbox Street',
            city: 'Garki',
            state: 'FCT',
            lga: 'Abuja Municipal',
          },
          tax: { firsTin: null, jtbtin: null, firsttin_pending: true },
          shares: {
            shareCapital: 6_000_000,
            dividedInto: '6,000,000 ordinary shares of ₦1 each',
            shareHolderDetails: [
              { name: 'Sandbox Shareholder One', shareType: 'ordinary', numberOfShares: 3_600_000, percentage: 60 },
              { name: 'Sandbox Shareholder Two', shareType: 'ordinary', numberOfShares: 2_400_000, percentage: 40 },
            ],
          },
          registrarInfo: { name: 'Sandbox Registrar', office: 'FCT' },
          socials: { website: null, facebook: null, instagram: null, linkedin: null, twitter: null, tiktok: null },
          svc_tools: {
            svc_mark: 0,
            activeBank: false,
            social_verified: false,
            cacert_verified: false,
            cacreport_verified: false,
            memartVerified: false,
            firstaxClearance_vr: false,
          },
          documents: { cacCertificateUrl: null },
          stats: { view_count: 0, search_view_count: 0 },
        },
      },
    });
    const shown = await read(account as unknown as SignedInAccount, { query: { companyId: body.data.company.id } });
    expect(shown.body.data).toStrictEqual(body.data);
  });

  test("adds it to live for a session, and to a key's own environment for a key", async () => {
    const account = await signedInAccount();
    const rcNumber = newCompanyNumber();
    const bySession = await add(account, { rcNumber });
    const bySandboxKey = await add(await apiKeyFor(account, 'sandbox'), { rcNumber });
    expect([bySession.status, bySandboxKey.status]).toStrictEqual([201, 201]);
    const items = await Promise.all(
      [bySession, bySandboxKey].map(({ body }) => table.get(companyKeys.company(body.data.company.id))),
    );
    expect(items).toMatchObject([{ environment: 'live' }, { environment: 'sandbox' }]);
    expect(await add(await apiKeyFor(account, 'live'), { rcNumber })).toMatchObject({
      status: 409,
      body: { code: 'COMPANY_EXISTS' },
    });
  });

  test('happens once in live, whoever adds it, however its number is written, and without another lookup', async () => {
    const digits = newCompanyNumber().slice(2);
    const { queries, add: lookedUp } = overRegistry((query) => found(factsOf(query)));
    const owner = await signedInAccount();
    const { status, body } = await lookedUp(owner, { body: { rcNumber: digits } });
    expect(status).toBe(201);
    for (const account of [owner, await signedInAccount()]) {
      for (const rcNumber of [digits, `RC${digits}`, `rc-${digits}`]) {
        const again = await lookedUp(account, { body: { rcNumber } });
        expect(again).toMatchObject({ status: 409, body: { code: 'COMPANY_EXISTS' } });
        // The caller's own company is named; another owner is never revealed.
        expect(again.body.details).toStrictEqual(account === owner ? { companyId: body.data.company.id } : undefined);
      }
    }
    expect(queries).toHaveLength(1);
    // The same digits with another classification are another business.
    expect((await lookedUp(owner, { body: { rcNumber: digits, classificationId: 1 } })).status).toBe(201);
  });

  test('happens once for each account in the sandbox', async () => {
    const [one, other] = await Promise.all([sandboxAccount(), sandboxAccount()]);
    const rcNumber = 'RC7654321';
    expect((await add(one, { rcNumber })).status).toBe(201);
    expect((await add(other, { rcNumber })).status).toBe(201);
    expect((await add(one, { rcNumber })).body.code).toBe('COMPANY_EXISTS');
  });

  test('claims a record without an owner, updated from the registry, under its existing id', async () => {
    const rcNumber = newCompanyNumber();
    const vendor = await unownedCompany(rcNumber);
    await table.write(update(companyKeys.companyReads(vendor.id), { add: { viewCount: 7 }, when: {} }));
    const account = await signedInAccount();
    const { status, body } = await add(account, { rcNumber });
    expect(status).toBe(201);
    expect(body.data.company).toMatchObject({ id: vendor.id, ownerId: account.accountId, active: true });
    expect(body.data.company.stats).toStrictEqual({ view_count: 7, search_view_count: 0 });
    expect(body.data.company.companyName).not.toBe(vendor.companyName);
    const shown = await read(account, { query: { companyId: vendor.id } });
    expect(shown.body.data).toStrictEqual(body.data);
    expect((await add(await signedInAccount(), { rcNumber })).body.code).toBe('COMPANY_EXISTS');
  });

  test.each([
    ['without a record', async () => undefined],
    ['with a record but without an owner', unownedCompany],
  ])('by fifty accounts at once makes one owner of a number %s', async (_, prepare) => {
    const rcNumber = newCompanyNumber();
    await prepare(rcNumber);
    const accounts = await Promise.all(Array.from({ length: 50 }, () => signedInAccount()));
    const responses = await Promise.all(accounts.map((account) => add(account, { rcNumber })));
    const won = responses.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const { status, body } of responses) {
      if (status !== 201) expect([status, body.code]).toStrictEqual([409, 'COMPANY_EXISTS']);
    }
    const { id, ownerId } = won[0]?.body.data.company ?? {};
    expect(await table.get(companyKeys.company(id))).toMatchObject({ ownerId });
    const listed = await Promise.all(
      accounts.map(({ accountId }) => table.get(companyKeys.companyEntry(accountId, 'live', id))),
    );
    expect(listed.filter(Boolean)).toHaveLength(1);
    const counts = await Promise.all(accounts.map(({ accountId }) => table.get(companiesOfAccount(accountId).counts)));
    expect(counts.filter((count) => count?.['live'] === 1)).toHaveLength(1);
  });

  test('ten times at once by one account adds it once, and counts it once', async () => {
    const account = await sandboxAccount();
    const responses = await Promise.all(Array.from({ length: 10 }, () => add(account, { rcNumber: 'RC500' })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await table.get(companiesOfAccount(account.accountId).counts)).toMatchObject({ sandbox: 1 });
  });

  test('with one idempotency key asks the registry once, however often it is sent', async () => {
    const { queries, add: lookedUp } = overRegistry((query) => found(factsOf(query)));
    const account = await signedInAccount();
    const request = { body: { rcNumber: newCompanyNumber() }, headers: { 'idempotency-key': 'add-1' } };
    const first = await lookedUp(account, request);
    const again = await lookedUp(account, request);
    expect([first.status, again.status]).toStrictEqual([201, 201]);
    expect(again.body).toStrictEqual(first.body);
    expect(queries).toHaveLength(1);
  });
});

describe("the registry's response decides:", () => {
  test('no such business is a 404, and nothing is stored', async () => {
    const account = await sandboxAccount();
    const { status, body } = await add(account, { rcNumber: 'RC0000001' });
    expect([status, body.code]).toStrictEqual([404, 'BUSINESS_NOT_FOUND']);
    expect(await table.get(companiesOfAccount(account.accountId).counts)).toBeUndefined();
    expect(await table.get(companyKeys.companyNumber(account.accountId, 2, '1'))).toBeUndefined();
  });

  test('a registry that is down is a 503, nothing is stored, and the idempotency key is free again', async () => {
    const account = await sandboxAccount();
    const { status, body } = await add(account, { rcNumber: 'RC0000009' });
    expect([status, body.code]).toStrictEqual([503, 'SOURCE_UNAVAILABLE']);
    expect(await table.get(companiesOfAccount(account.accountId).counts)).toBeUndefined();

    let isDown = true;
    const { add: lookedUp } = overRegistry((query) => (isDown ? unavailable('timed_out') : found(factsOf(query))));
    const request = { body: { rcNumber: newCompanyNumber() }, headers: { 'idempotency-key': 'add-after-outage' } };
    const owner = await signedInAccount();
    expect((await lookedUp(owner, request)).status).toBe(503);
    isDown = false;
    expect((await lookedUp(owner, request)).status).toBe(201);
  });

  test('an inactive business is added as inactive', async () => {
    const { status, body } = await add(await sandboxAccount(), { rcNumber: 'RC0000002' });
    expect([status, body.data.company.active, body.warnings]).toStrictEqual([201, false, undefined]);
  });

  test('another name is replaced by that of the record, with a warning', async () => {
    const { status, body } = await add(await sandboxAccount(), { rcNumber: 'RC0000003', companyName: 'Adire' });
    expect(status).toBe(201);
    const { companyName } = body.data.company;
    expect(companyName).not.toBe('Adire');
    expect(body.warnings).toStrictEqual([
      { path: 'companyName', message: `The registry has this number under the name ${companyName}` },
    ]);
  });

  test('another spelling of the same name causes no warning', async () => {
    const { add: lookedUp } = overRegistry((query) => found(factsOf(query)));
    const body = { rcNumber: newCompanyNumber(), companyName: 'ADIRE MARKET LTD.' };
    expect((await lookedUp(await signedInAccount(), { body })).body.warnings).toBeUndefined();
  });

  test('a registry that only knows the name and the number makes a record with nulls', async () => {
    const { add: lookedUp } = overRegistry((query) => found(factsOf(query)));
    const { body } = await lookedUp(await signedInAccount(), { body: { rcNumber: newCompanyNumber() } });
    const { profile, contact, shares, registrarInfo } = body.data.company;
    expect(profile).toMatchObject({ companyDetails: false, registrationDate: null, natureOfBusiness: null });
    expect(contact).toStrictEqual({ email: null, address: null, city: null, state: null, lga: null });
    expect(shares).toStrictEqual({ shareCapital: null, dividedInto: null, shareHolderDetails: [] });
    expect(registrarInfo).toBeNull();
  });

  test('other facts about the business, above all its bank, are neither stored nor shown', async () => {
    const { add: lookedUp } = overRegistry((query) =>
      found({
        ...factsOf(query),
        bankAccountNumber: '0123456789',
        bank: { code: '058' },
        shareholders: [{ name: 'Ada Obi', phone: '+2348031234567', accountNumber: '0123456789' }],
      } as unknown as RegistryFacts),
    );
    const { body } = await lookedUp(await signedInAccount(), { body: { rcNumber: newCompanyNumber() } });
    const stored = await table.get(companyKeys.company(body.data.company.id));
    for (const text of [JSON.stringify(body), JSON.stringify(stored)]) {
      expect(text).toContain('Ada Obi');
      expect(text).not.toMatch(/0123456789|2348031234567|058/);
    }
  });
});

describe('refusals', () => {
  test.each([
    [{}, ['rcNumber']],
    [{ rcNumber: 'nonsense', companyName: '' }, ['rcNumber', 'companyName']],
    [{ rcNumber: 'BN123', classificationId: 2 }, ['classificationId']],
    [{ rcNumber: 'RC123', classificationId: 6 }, ['classificationId']],
    [{ rcNumber: '12345678901' }, ['rcNumber']],
    [{ rcNumber: 5 }, ['rcNumber']],
  ])('%o names every problem at once', async (request, paths) => {
    const { status, body } = await add(await sandboxAccount(), request);
    expect([status, body.code]).toStrictEqual([400, 'VALIDATION_FAILED']);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual(paths.sort());
  });

  test('an account with the maximum number of companies gets a 409, and nothing is stored', async () => {
    const account = await signedInAccount();
    const { counts, most } = companiesOfAccount(account.accountId);
    await table.write(update(counts, { set: { live: most - 1 }, when: {} }));
    expect((await add(account, { rcNumber: newCompanyNumber() })).status).toBe(201);
    const rcNumber = newCompanyNumber();
    const { status, body } = await add(account, { rcNumber });
    expect([status, body.code]).toStrictEqual([409, 'TOO_MANY_COMPANIES']);
    expect(await table.get(companyKeys.companyNumber('live', 2, rcNumber.slice(2)))).toBeUndefined();
    // The other environment has its own limit.
    expect((await add(await apiKeyFor(account, 'sandbox'), { rcNumber })).status).toBe(201);
  });
});

securitySuite({ contract: addCompany, handler, request: () => ({ body: { rcNumber: newCompanyNumber() } }) });
