import * as v from 'valibot';
import { addressResponse } from '#shared/addresses/address-view';
import { contract } from '#shared/http/contract';
import { MESSAGE_ROW } from '#shared/http/error-rows';
import { object } from '#shared/http/schemas/containers';
import { lookupText } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Reads an address verification, by its reference or as the latest one of a company. */
export const readAddress = contract({
  name: 'read-address',
  group: 'verification',
  method: 'GET',
  route: '/v1/physicalAddress',
  summary: 'Read an address verification',
  description:
    'Returns the verification with `reference_id`, or the latest one of `companyId`. If you send both, the ' +
    'verification must belong to that company. A session reads verifications in `live`; an API key reads ' +
    'those in its own environment.',
  caller: 'account',
  query: v.pipe(
    object({
      reference_id: v.optional(
        described(lookupText(100, { trim: true }), 'The reference of the verification (`addr_`).'),
        '',
      ),
      companyId: v.optional(described(lookupText(100, { trim: true }), 'The id of your company (`cmp_`).'), ''),
    }),
    v.check(
      ({ reference_id, companyId }) => reference_id !== '' || companyId !== '',
      'One of reference_id and companyId is required',
    ),
  ),
  success: { 200: addressResponse },
  errors: ['ADDRESS_VERIFICATION_NOT_FOUND', 'COMPANY_NOT_FOUND'],
  errorRows: { 400: MESSAGE_ROW, 401: MESSAGE_ROW, 404: MESSAGE_ROW },
  touches: { reads: ['addressVerification', 'addressesOfCompany', 'company'] },
});
