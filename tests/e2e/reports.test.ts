import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { accountOf, createApplicant, rotateApiKeys } from '#scripts/demo/journey';
import { pdfPages } from '#tests/support/pdf-text';
import { deployedApi, liveWidget, newCustomer } from './people.ts';

const FILE = Buffer.from('%PDF-1.7\n%%EOF\n');

test('the report on an applicant is downloaded as the bytes of a PDF, with the hash of the uploaded file', async () => {
  const customer = await newCustomer();
  const api = deployedApi();
  const { secretKey } = await rotateApiKeys(customer, 'sandbox');
  const widget = await liveWidget(customer);
  const { applicant, sessionId } = await createApplicant(accountOf(api, secretKey), widget.id);
  const form = new FormData();
  form.set('token', widget.embedLinkToken);
  form.set('moduleId', 'cac_verification');
  form.set('file', new Blob([FILE]), 'certificate.pdf');
  const path = `/v1/widget/embed/sessions/${sessionId}/attachments`;
  expect(
    (await fetch(`${api.apiUrl}${path}`, { method: 'POST', headers: { ...api.headers }, body: form })).status,
  ).toBe(201);

  const headers = { ...api.headers, authorization: `Bearer ${secretKey}`, accept: 'application/pdf' };
  const response = await fetch(`${api.apiUrl}/v1/kyb/applicants/${applicant.id}/report`, { headers });
  expect([response.status, response.headers.get('content-type')]).toStrictEqual([200, 'application/pdf']);
  const text = (await pdfPages(new Uint8Array(await response.arrayBuffer()))).join('').replaceAll(/\s/g, '');
  for (const part of [applicant.id, 'certificate.pdf', createHash('sha256').update(FILE).digest('hex')]) {
    expect(text).toContain(part);
  }
});
