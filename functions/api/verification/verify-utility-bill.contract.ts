import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { companyEntries, meterEntries, meterResultEntries, UPLOAD, UPLOAD_DESCRIPTION } from './contract-parts.ts';

/** Checks an electricity meter with its bill, for a fee. */
export const verifyUtilityBill = contract({
  ...UPLOAD,
  name: 'verify-utility-bill',
  route: '/v1/verify-utility-bill',
  summary: 'Verify an electricity meter with a bill',
  description:
    'Checks the meter with the distributor and debits the rate `utility_bill_verification`. When the check ' +
    'ends, `verification.utility_bill.completed` is sent. ' +
    UPLOAD_DESCRIPTION,
  body: object({ ...companyEntries, ...meterEntries }),
  success: { 200: v.object({ success: succeeded, ...meterResultEntries }) },
});
