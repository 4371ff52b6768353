import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { companyEntries, documentResultEntries, numberText, UPLOAD, UPLOAD_DESCRIPTION } from './contract-parts.ts';

/** Checks a tax identification number with its document, for a fee. */
export const verifyTin = contract({
  ...UPLOAD,
  name: 'verify-tin',
  route: '/v1/verify-tin',
  summary: 'Verify a tax identification number with a document',
  description:
    'Checks with the tax authority that the number belongs to the company, and debits the rate ' +
    `\`tin_verification\`. When the check ends, \`verification.tin.completed\` is sent. ` +
    UPLOAD_DESCRIPTION,
  body: object({
    ...companyEntries,
    tin: described(numberText(), 'The number, as `NNNNNNNN-NNNN` or a 13-digit Tax ID.'),
  }),
  success: { 200: v.object({ success: succeeded, ...documentResultEntries }) },
});
