import { describe, expect, test } from 'vitest';
import { accountOf, addCompany, createApplicant, rotateApiKeys } from '#scripts/demo/journey';
import { newCompanyNumber } from '#tests/support/companies';
import { deployedApi, liveWidget, newCustomer } from './people.ts';

/** Content that no text encoding survives. */
const PDF = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from([0, 255, 254, 13, 10, 128])]);

describe('a document of a company', () => {
  test('is uploaded through the gateway, stored by the function with its own permissions, and downloaded by the owner of the company', async () => {
    const customer = await newCustomer();
    const { secretKey } = await rotateApiKeys(customer, 'sandbox');
    const api = deployedApi();
    const server = accountOf(api, secretKey);
    const { id, rcNumber } = await addCompany(server, newCompanyNumber());

    const form = new FormData();
    form.set('companyId', id);
    form.set('rcNumber', rcNumber);
    form.set('file', new Blob([PDF]), 'certificate.pdf');
    const headers = { ...api.headers, authorization: `Bearer ${secretKey}` };
    const response = await fetch(`${api.apiUrl}/v1/verify-cac`, { method: 'POST', headers, body: form });
    expect([response.status, await response.json()]).toMatchObject([
      200,
      {
        documentInfo: { filename: 'certificate.pdf', mimeType: 'application/pdf', size: PDF.length },
        verificationResult: { status: true },
      },
    ]);

    const read = await server.get('/v1/dashboard/company-details', { query: { companyId: id } });
    expect(read.body).toMatchObject({ data: { company: { svc_tools: { cacert_verified: true } } } });
    // No credential, because the address itself is one.
    const { data } = read.body as { data: { company: { documents: { cacCertificateUrl: string } } } };
    const file = await fetch(data.company.documents.cacCertificateUrl);
    expect([file.status, file.headers.get('content-type')]).toStrictEqual([200, 'application/pdf']);
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
  });
});

describe('a file of an onboarding', () => {
  test('is attached through the gateway, and downloaded under its name by the owner of the widget', async () => {
    const customer = await newCustomer();
    const api = deployedApi();
    const widget = await liveWidget(customer);
    const { applicant, sessionId } = await createApplicant(customer, widget.id);
    const form = new FormData();
    form.set('token', widget.embedLinkToken);
    form.set('moduleId', 'cac_verification');
    form.set('file', new Blob([PDF]), 'certificate.pdf');
    const path = `/v1/widget/embed/sessions/${sessionId}/attachments`;
    const response = await fetch(`${api.apiUrl}${path}`, { method: 'POST', headers: { ...api.headers }, body: form });
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { data: { attachments: { cac_verification: [{ filename: 'certificate.pdf', size: PDF.length }] } } },
    ]);
    const read = await customer.get(`/v1/kyb/applicants/${applicant.id}`);
    const { data } = read.body as { data: { attachments: { cac_verification: [{ url: string }] } } };
    const file = await fetch(data.attachments.cac_verification[0].url);
    expect([file.status, file.headers.get('content-disposition')]).toStrictEqual([
      200,
      "attachment; filename*=UTF-8''certificate.pdf",
    ]);
    expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true);
  });
});
