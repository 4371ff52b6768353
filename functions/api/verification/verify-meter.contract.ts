import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { ERROR_ROW } from '#shared/http/error-rows';
import { object } from '#shared/http/schemas/containers';
import { meterEntries, meterResultEntries } from './contract-parts.ts';

/** Checks an electricity meter by its number, for a fee. */
export const verifyMeter = contract({
  name: 'verify-meter',
  group: 'verification',
  method: 'POST',
  route: '/v1/verify-utility-bill/manual',
  summary: 'Verify an electricity meter by number',
  description:
    'Checks the meter with the distributor and debits the rate `utility_bill_verification`. Every result is ' +
    'charged: a malformed or unknown number returns `status: false`. When the check ends, ' +
    '`verification.utility_bill.completed` is sent. If the distributor is unavailable, nothing is charged. A ' +
    'session makes checks in `live`; an API key makes them in its own environment.',
  caller: 'account',
  limit: 'manualUtilityBill',
  body: object(meterEntries),
  success: { 200: v.object({ success: succeeded, ...meterResultEntries }) },
  answerHeaders: ['X-Verification-Reference'],
  errors: ['INSUFFICIENT_BALANCE', 'SOURCE_UNAVAILABLE'],
  errorRows: { 400: ERROR_ROW, 500: ERROR_ROW },
  idempotent: 'claim',
  touches: {
    reads: ['wallet', 'rates'],
    writes: ['wallet', 'directCheck', 'evidence', 'outbox'],
    uses: ['evidenceRetention', 'sources', 'vault'],
  },
});
