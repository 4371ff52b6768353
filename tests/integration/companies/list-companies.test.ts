import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/companies/list-companies';
import { listCompanies } from '#functions/api/companies/list-companies.contract';
import { companyKeys } from '#shared/companies/keys';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor, newCompanyNumber } from '#tests/support/companies';
import { expectOwnEnvironment, expectPagesOfFive, FIVE_NAMES } from '#tests/support/named-lists';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(listCompanies, handler);

const list = async (account: Pick<SignedInAccount, 'headers'>, query: Record<string, string> = {}) =>
  (await call(account as SignedInAccount, { query })).body;

const namesIn = ({ data }: { data: { companies: { companyName: string }[] } }) =>
  data.companies.map(({ companyName }) => companyName);

const listNames = async (...request: Parameters<typeof list>) => {
  const body = await list(...request);
  return { names: namesIn(body), pagination: body.pagination };
};

const addAll = async (account: SignedInAccount, names: readonly string[]) => {
  const nowMs = Date.now();
  for (const [index, companyName] of names.entries()) {
    await createCompanyFor(account, { environment: 'live', companyName, createdAtMs: nowMs - 1000 * index });
  }
};

describe('listing companies', () => {
  test('shows pages of the account’s own, newest first, with the exact total', async () => {
    const [account, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    await addAll(account, FIVE_NAMES);
    await addAll(other, ['Of somebody else']);
    await expectPagesOfFive(listNames, account);
  });

  test('shows those of the environment of the credential', async () => {
    const account = await signedInAccount();
    await createCompanyFor(account, { environment: 'live', companyName: 'Live' });
    await createCompanyFor(account, { environment: 'sandbox', companyName: 'Sandbox' });
    await expectOwnEnvironment(listNames, account);
  });

  test('searches for a part of the name or of the number, and filters by whether they are active', async () => {
    const account = await signedInAccount();
    const rcNumber = newCompanyNumber();
    await createCompanyFor(account, { environment: 'live', companyName: 'Adéṣínà  Textiles Ltd', rcNumber });
    await createCompanyFor(account, {
      environment: 'live',
      companyName: 'Kano Mills',
      active: false,
      rcNumber: `BN${rcNumber.slice(2)}`,
    });
    const search = async (text: string, more: Record<string, string> = {}) =>
      namesIn(await list(account, { search: text, ...more }));

    for (const text of ['adesina', 'ADÉṢÍNÀ TEX', ' textiles ', 'a textiles l']) {
      expect(await search(text), text).toStrictEqual(['Adéṣínà  Textiles Ltd']);
    }
    expect(await search(rcNumber.toLowerCase())).toStrictEqual(['Adéṣínà  Textiles Ltd']);
    expect(await search(`RC ${rcNumber.slice(2, 6)}`)).toStrictEqual(['Adéṣínà  Textiles Ltd']);
    expect((await search(rcNumber.slice(3, 9))).sort()).toStrictEqual(['Adéṣínà  Textiles Ltd', 'Kano Mills']);
    expect(await search('mills', { active: 'true' })).toStrictEqual([]);
    expect(await search('', { active: 'false' })).toStrictEqual(['Kano Mills']);
    expect(await search('nobody')).toStrictEqual([]);
    expect((await list(account, { search: 'mills' })).pagination).toMatchObject({ total: 1, totalPages: 1 });
  });

  test('leaves out a company that has another owner since its entry was read', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment: 'live' });
    await serviceTable().write(update(companyKeys.company(id), { set: { ownerId: 'usr_other' }, when: {} }));
    expect(namesIn(await list(account))).toStrictEqual([]);
  });

  test.each([
    [{ active: 'yes' }, 'active'],
    [{ page: '0' }, 'page'],
    [{ limit: '101' }, 'limit'],
    [{ search: 'x'.repeat(201) }, 'search'],
  ])('%o is a 400 that names it', async (query, path) => {
    const { code, details } = await list(await signedInAccount(), query as Record<string, string>);
    expect([code, details.map((detail: { path: string }) => detail.path)]).toStrictEqual(['VALIDATION_FAILED', [path]]);
  });
});

securitySuite({ contract: listCompanies, handler, environment: 'live', request: () => ({}) });
