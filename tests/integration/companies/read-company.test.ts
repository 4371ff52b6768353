import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/companies/read-company';
import { readCompany } from '#functions/api/companies/read-company.contract';
import { companyKeys } from '#shared/companies/keys';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { newId } from '#shared/platform/ids';
import { signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(readCompany, handler);

describe('reading a company', () => {
  test('shows what has been verified, and no bank facts, whatever its item contains', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment: 'live' });
    const verified = {
      firsTin: '12345678-0001',
      jtbTin: '1234567890',
      cacCertificateVerified: true,
    };
    const bank = { bankAccountNumber: '0123456789', ownerBankLink: 'https://bank.example/0123456789', bankCode: '058' };
    await serviceTable().write(update(companyKeys.company(id), { set: { ...verified, ...bank }, when: {} }));

    const { status, body } = await call(account, { query: { companyId: id } });
    expect(status).toBe(200);
    expect(body.data.company).toMatchObject({
      tax: { firsTin: '12345678-0001', jtbtin: '1234567890', firsttin_pending: false },
      svc_tools: { svc_mark: 70, activeBank: false, cacert_verified: true, cacreport_verified: false },
    });
    expect(JSON.stringify(body)).not.toMatch(/0123456789|bank\.example|058"/);
  });

  test('shows how often others have read and found it', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment: 'live' });
    const statsOf = async () => (await call(account, { query: { companyId: id } })).body.data.company.stats;
    expect(await statsOf()).toStrictEqual({ view_count: 0, search_view_count: 0 });
    const add = { viewCount: 3, searchViewCount: 5 };
    await serviceTable().write(update(companyKeys.companyReads(id), { add, when: {} }));
    expect(await statsOf()).toStrictEqual({ view_count: 3, search_view_count: 5 });
  });

  test('returns an address of its certificate that works for 15 minutes, once there is one', async () => {
    const account = await signedInAccount();
    const { id } = await createCompanyFor(account, { environment: 'live' });
    const urlOf = async () => (await call(account, { query: { companyId: id } })).body.data.company.documents;
    expect(await urlOf()).toStrictEqual({ cacCertificateUrl: null });
    const cacCertificateKey = `${account.accountId}/live/doc_1`;
    await serviceTable().write(update(companyKeys.company(id), { set: { cacCertificateKey }, when: {} }));
    const url = new URL((await urlOf()).cacCertificateUrl);
    expect(url.pathname).toContain(`/verifications/${cacCertificateKey}`);
    expect(url.searchParams.get('X-Amz-Expires')).toBe('900');
  });

  test('returns only the message for a company that is not the caller’s', async () => {
    const { id } = await createCompanyFor(await signedInAccount(), { environment: 'live' });
    const account = await signedInAccount();
    for (const companyId of [id, newId('cmp', 1), 'cmp_1', '#', 'x'.repeat(5000)]) {
      const { status, body } = await call(account, { query: { companyId } });
      expect([status, body]).toStrictEqual([404, { message: 'Company not found.' }]);
    }
  });

  test('without companyId is a 400 that names it', async () => {
    const { status, body } = await call(await signedInAccount());
    expect([status, body.code, body.details[0].path]).toStrictEqual([400, 'VALIDATION_FAILED', 'companyId']);
  });
});

const requestOf = (companyId: string) => ({ query: { companyId } });

securitySuite({
  contract: readCompany,
  handler,
  environment: 'live',
  request: async (account) => requestOf((await createCompanyFor(account, { environment: 'live' })).id),
  missing: () => requestOf(newId('cmp', Date.now())),
});
