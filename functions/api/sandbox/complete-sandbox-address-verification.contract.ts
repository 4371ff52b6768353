import * as v from 'valibot';
import { addressResponse } from '#shared/addresses/address-view';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Completes a simulated visit at once. */
export const completeSandboxAddressVerification = contract({
  name: 'complete-sandbox-address-verification',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/address-verifications/{reference}/complete',
  summary: 'Complete a sandbox visit',
  description:
    'Completes the visit of a sandbox address verification. Without `outcome`, the street of the address ' +
    'determines the outcome. A visit that has ended cannot be changed: asking for a different outcome is a ' +
    '409.',
  caller: 'account',
  limit: 'sandboxActions',
  path: object({ reference: described(idText, 'The reference of the address verification (`addr_`).') }),
  body: object({
    outcome: v.optional(
      described(
        v.picklist(['verified', 'not_verified', 'failed']),
        'The result of the visit, or `failed` for a visit that was not possible.',
      ),
    ),
  }),
  success: { 200: addressResponse },
  errors: ['ADDRESS_VERIFICATION_NOT_FOUND', 'ADDRESS_VERIFICATION_ENDED'],
  touches: {
    reads: ['addressVerification', 'wallet'],
    writes: ['addressBudget', 'addressVerification', 'company', 'outbox', 'wallet'],
  },
});
