import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { companyEntries, documentResultEntries, numberText, UPLOAD, UPLOAD_DESCRIPTION } from './contract-parts.ts';

/** Checks a certificate of registration, for a fee. */
export const verifyCac = contract({
  ...UPLOAD,
  name: 'verify-cac',
  route: '/v1/verify-cac',
  summary: 'Verify a certificate of registration',
  description:
    'Checks with the registry that the number belongs to the company, and debits the rate ' +
    `\`cac_verification\`. When the check ends, \`verification.cac.completed\` is sent. ` +
    UPLOAD_DESCRIPTION,
  body: object({
    ...companyEntries,
    rcNumber: described(numberText(), 'The registration number on the certificate, with or without its prefix.'),
  }),
  success: { 200: v.object({ success: succeeded, ...documentResultEntries }) },
});
