import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/verification/read-address';
import { readAddress } from '#functions/api/verification/read-address.contract';
import { findCompany, transferWrites } from '#shared/companies/transfer';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { addEntries, entry } from '#tests/integration/wallet/support';
import type { SignedInAccount } from '#tests/support/accounts';
import { apiKeyFor } from '#tests/support/accounts';
import { createCompanyFor } from '#tests/support/companies';
import { openWalletsFor } from '#tests/support/onboarding';
import { securitySuite } from '#tests/support/security-suite';
import { addressAccount, complete, read, submitted } from './world.ts';

const table = serviceTable();

const PENDING = (reference: string) => ({ entity: { status: 'pending', reference_id: reference } });

describe('Reading an address verification', () => {
  test('by its reference, or by its company: without data while it is pending', async () => {
    const account = await addressAccount();
    const { companyId } = account;
    const reference = await submitted(account);
    for (const query of [{ reference_id: reference }, { companyId }, { reference_id: reference, companyId }]) {
      const { status, body } = await read(account, query as Record<string, string>);
      expect(status).toBe(200);
      expect(body).toStrictEqual(PENDING(reference));
    }
  });

  test('of a company returns the latest, and only of that company', async () => {
    const account = await addressAccount();
    const first = await submitted(account);
    const second = await submitted(account);
    const [older, newer] = [first, second].sort();
    expect((await read(account, { companyId: account.companyId })).body).toStrictEqual(PENDING(String(newer)));
    const other = await createCompanyFor(account.session);
    const query = { reference_id: String(older), companyId: other.id };
    expect(await read(account, query)).toMatchObject({
      status: 404,
      body: { message: 'Address verification not found.' },
    });
  });

  test('by its company reads at most two items, however many there are', async () => {
    const account = await addressAccount();
    for (let count = 0; count < 3; count++) await submitted(account);
    const last = await submitted(account);
    expect((await read(account, { companyId: account.companyId })).body.entity.reference_id).toBe(last);
  });

  test('that is completed has exactly the fields of the interface, the result and its reason', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    await complete(account, reference);
    const { body } = await read(account, { reference_id: reference });
    expect(body).toStrictEqual({
      entity: {
        status: 'completed',
        reference_id: reference,
        data: {
          applicant: { first_name: 'Ada', last_name: 'Obi', phone: '+2348057654321' },
          location: '12 Broad Street, Lagos, Lagos',
          photos: [`https://photos.sandbox.example/${reference}/front.jpg`],
          city: 'Lagos',
          street: '12 Broad Street',
          lga: 'Lagos Island',
          state: 'Lagos',
          country: 'Nigeria',
          result: 'verified',
          reason: null,
        },
      },
    });
  });

  test('of the former owner of a company is refused to the new owner, by company and by reference', async () => {
    const [former, latter] = [await addressAccount('live'), await addressAccount('live')];
    const { companyId } = former;
    const reference = await submitted(former);
    const company = (await findCompany(table, companyId)) ?? expect.unreachable();
    await table.transact(transferWrites({ ...company, ownerId: former.accountId }, latter.accountId, Date.now()));

    for (const query of [{ reference_id: reference }, { companyId }, { reference_id: reference, companyId }]) {
      expect((await read(latter, query as Record<string, string>)).status).toBe(404);
    }
    expect((await read(former, { companyId })).status).toBe(404);
    expect((await read(former, { reference_id: reference })).body).toStrictEqual(PENDING(reference));
  });

  test('that failed shows the reason, and nothing else', async () => {
    const account = await addressAccount();
    const reference = await submitted(account);
    await complete(account, reference, { outcome: 'failed' });
    expect((await read(account, { companyId: account.companyId })).body).toStrictEqual({
      entity: { status: 'failed', reference_id: reference, data: { reason: expect.any(String) } },
    });
  });
});

describe('Reading an address verification is refused', () => {
  test.each([{}, { reference_id: '' }, { reference_id: ' ', companyId: '' }])(
    '400 {message}: with %j',
    async (query) => {
      const { status, body } = await read(await addressAccount(), query as Record<string, string>);
      expect(status).toBe(400);
      expect(body).toStrictEqual({ message: 'One of reference_id and companyId is required.' });
    },
  );

  test('404 {message}: for a company without a submission', async () => {
    const account = await addressAccount();
    const { status, body } = await read(account, { companyId: account.companyId });
    expect(status).toBe(404);
    expect(body).toStrictEqual({ message: 'Address verification not found.' });
  });

  test("404 {message}: for a missing company or another account's, whatever was submitted for it", async () => {
    const [account, other] = [await addressAccount(), await addressAccount()];
    await submitted(other);
    for (const companyId of [newId('cmp', Date.now()), other.companyId, 'a#b']) {
      const { status, body } = await read(account, { companyId });
      expect([status, body]).toStrictEqual([404, { message: 'Company not found.' }]);
    }
  });

  test("404 {message}: for a reference that is missing, another account's or in the other environment", async () => {
    const [account, other] = [await addressAccount(), await addressAccount()];
    const [own, others] = [await submitted(account), await submitted(other)];
    for (const reference_id of [newId('addr', Date.now()), others, 'addr_1']) {
      const { status, body } = await read(account, { reference_id });
      expect([status, body]).toStrictEqual([404, { message: 'Address verification not found.' }]);
    }
    const live = { caller: await apiKeyFor(account, 'live') };
    expect(await read(live, { reference_id: own })).toMatchObject({ status: 404 });
    expect(await read({ caller: account.session }, { reference_id: own })).toMatchObject({ status: 404 });
  });
});

securitySuite({
  contract: readAddress,
  handler,
  environment: 'live',
  request: async (account: SignedInAccount) => {
    await openWalletsFor(account);
    await addEntries(account.accountId, 'live', [entry('credit', 10_000_000)]);
    const { id: companyId } = await createCompanyFor(account, { environment: 'live' });
    const at = {
      session: account,
      caller: account,
      accountId: account.accountId,
      environment: 'live',
      companyId,
    } as const;
    return { query: { reference_id: await submitted(at) } };
  },
  missing: () => ({ query: { reference_id: newId('addr', Date.now()) } }),
});
