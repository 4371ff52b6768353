import { describe, expect, test } from 'vitest';
import { confirmCompanyOwner, findOwnedCompany, ownedCompany } from '#shared/companies/company-repository';
import { serviceTable } from '#shared/db/client';
import { put } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { sessionScope } from '#tests/support/accounts';
import { createCompanyFor } from '#tests/support/companies';

const table = serviceTable();
const newAccount = () => ({ accountId: newId('usr', Date.now()) });
const keyScope = (accountId: string, environment: 'sandbox' | 'live'): Scope => ({
  accountId,
  environments: [environment],
  via: 'key',
});

describe('a company', () => {
  test('of the sandbox is found with a key of the sandbox, and one of live with a session or a live key', async () => {
    const account = newAccount();
    const { accountId } = account;
    const inSandbox = await createCompanyFor(account);
    const inLive = await createCompanyFor(account, { environment: 'live' });

    expect(await findOwnedCompany(table, keyScope(accountId, 'sandbox'), inSandbox.id)).toStrictEqual(inSandbox);
    expect(await findOwnedCompany(table, sessionScope(accountId), inSandbox.id)).toBeUndefined();
    expect(await findOwnedCompany(table, sessionScope(accountId), inLive.id)).toStrictEqual(inLive);
    expect(await findOwnedCompany(table, keyScope(accountId, 'live'), inLive.id)).toStrictEqual(inLive);
    expect(await findOwnedCompany(table, keyScope(accountId, 'sandbox'), inLive.id)).toBeUndefined();
  });

  test("that is another account's, in the other environment or missing gets one and the same refusal", async () => {
    const account = newAccount();
    const company = await createCompanyFor(account, { environment: 'live' });
    const refused = expect.objectContaining({ code: 'COMPANY_NOT_FOUND' });
    await expect(ownedCompany(table, sessionScope(newAccount().accountId), company.id)).rejects.toEqual(refused);
    await expect(ownedCompany(table, keyScope(account.accountId, 'sandbox'), company.id)).rejects.toEqual(refused);
    await expect(ownedCompany(table, sessionScope(account.accountId), newId('cmp', 1))).rejects.toEqual(refused);
    await expect(ownedCompany(table, sessionScope(account.accountId), 'cmp_#')).rejects.toEqual(refused);
    expect(await ownedCompany(table, sessionScope(account.accountId), company.id)).toStrictEqual(company);
  });
});

describe("the ownership condition in another domain's transaction", () => {
  test('holds for the owner in its environment, and refuses everybody else under its own name', async () => {
    const account = newAccount();
    const { id } = await createCompanyFor(account, { environment: 'live' });
    const attempt = (accountId: string, environment: 'sandbox' | 'live') =>
      table.transact({
        owner: confirmCompanyOwner({ accountId, environment }, id),
        other: put({ pk: `TEST#${newId('ref', Date.now())}`, sk: 'X' }),
      });
    expect(await attempt(account.accountId, 'live')).toStrictEqual({ written: true });
    expect(await attempt(account.accountId, 'sandbox')).toMatchObject({ written: false, refusals: { owner: {} } });
    expect(await attempt(newAccount().accountId, 'live')).toMatchObject({ written: false, refusals: { owner: {} } });
  });
});
