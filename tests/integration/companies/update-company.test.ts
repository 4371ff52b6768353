import { describe, expect, test } from 'vitest';
import { handler as readHandler } from '#functions/api/companies/read-company';
import { readCompany } from '#functions/api/companies/read-company.contract';
import { handler } from '#functions/api/companies/update-company';
import { updateCompany } from '#functions/api/companies/update-company.contract';
import { newId } from '#shared/platform/ids';
import { type SignedInAccount, signedInAccount } from '#tests/support/accounts';
import { endpoint } from '#tests/support/call';
import { createCompanyFor } from '#tests/support/companies';
import { securitySuite } from '#tests/support/security-suite';

const call = endpoint(updateCompany, handler);
const read = endpoint(readCompany, readHandler);

const withCompany = async () => {
  const account = await signedInAccount();
  const { id } = await createCompanyFor(account, { environment: 'live' });
  const company = async () => (await read(account, { query: { companyId: id } })).body.data.company;
  return { company, change: (body: unknown) => call(account, { pathParameters: { id }, body }) };
};

describe('changing a company', () => {
  test('changes exactly the fields that are sent, and returns the company', async () => {
    const { company, change } = await withCompany();
    const before = await company();
    const { status, body } = await change({
      contact: { email: ' sales@adire.example ', city: 'Abeokuta' },
      socials: { website: 'https://adire.example', instagram: '@adire' },
      businessDescription: 'Hand-dyed cloth.',
    });
    expect(status).toBe(200);
    expect(body).toStrictEqual({
      success: true,
      data: {
        company: {
          ...before,
          contact: { ...before.contact, email: 'sales@adire.example', city: 'Abeokuta' },
          socials: { ...before.socials, website: 'https://adire.example', instagram: '@adire' },
          profile: { ...before.profile, businessDescription: 'Hand-dyed cloth.' },
        },
      },
    });
    expect(await company()).toStrictEqual(body.data.company);

    const cleared = await change({ socials: { instagram: null }, businessDescription: null, contact: { email: null } });
    expect(cleared.body.data.company).toStrictEqual({
      ...before,
      contact: { ...before.contact, email: null, city: 'Abeokuta' },
      socials: { ...before.socials, website: 'https://adire.example' },
    });
  });

  test('changes no data of the registry or the checks, whatever is sent', async () => {
    const { company, change } = await withCompany();
    const before = await company();
    const { status, body } = await change({
      companyName: 'Another Name',
      active: false,
      ownerId: 'usr_1',
      svc_tools: { svc_mark: 100 },
      tax: { firsTin: '12345678-0001' },
      firsTin: '12345678-0001',
      cacCertificateVerified: true,
    });
    expect([status, body.data.company]).toStrictEqual([200, before]);
  });

  test('keeps both of two changes of different fields at once', async () => {
    const { company, change } = await withCompany();
    const fields = ['website', 'facebook', 'instagram', 'linkedin', 'twitter', 'tiktok'];
    await Promise.all(fields.map((field) => change({ socials: { [field]: `https://${field}.example` } })));
    expect((await company()).socials).toStrictEqual(
      Object.fromEntries(fields.map((field) => [field, `https://${field}.example`])),
    );
  });

  test('names every invalid field at once, and changes nothing', async () => {
    const { company, change } = await withCompany();
    const before = await company();
    const { status, body } = await change({
      contact: { email: 'nobody', address: '', city: 'x'.repeat(121) },
      socials: { website: 'javascript:alert(1)', twitter: 7 },
      businessDescription: 'x'.repeat(2001),
    });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path).sort()).toStrictEqual([
      'businessDescription',
      'contact.address',
      'contact.city',
      'contact.email',
      'socials.twitter',
      'socials.website',
    ]);
    expect(await company()).toStrictEqual(before);
  });
});

const changeTo = (id: string) => ({
  path: `/v1/dashboard/companies/${id}`,
  pathParameters: { id },
  body: { businessDescription: 'Hand-dyed cloth.' },
});

securitySuite({
  contract: updateCompany,
  handler,
  environment: 'live',
  request: async (account: SignedInAccount) => changeTo((await createCompanyFor(account, { environment: 'live' })).id),
  missing: () => changeTo(newId('cmp', Date.now())),
});
