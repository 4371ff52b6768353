import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { companyEntries, documentResultEntries, numberText, UPLOAD, UPLOAD_DESCRIPTION } from './contract-parts.ts';

/** Checks a Joint Tax Board number with its document, for a fee. */
export const verifyJtbTin = contract({
  ...UPLOAD,
  name: 'verify-jtb-tin',
  route: '/v1/verify-jtb-tin',
  summary: 'Verify a Joint Tax Board number with a document',
  description:
    'Checks with the tax authority that the number belongs to the company, and debits the rate ' +
    `\`tin_verification\`. When the check ends, \`verification.tin.completed\` is sent. ` +
    UPLOAD_DESCRIPTION,
  body: object({
    ...companyEntries,
    jtbTin: described(numberText(), 'The number, as 8 to 10 digits or a 13-digit Tax ID.'),
  }),
  success: { 200: v.object({ success: succeeded, ...documentResultEntries }) },
});
