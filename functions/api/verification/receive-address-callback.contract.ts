import * as v from 'valibot';
import { VISIT_RESULTS } from '#shared/addresses/address-outcome';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { list, object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { addressText } from '#shared/http/schemas/web-addresses';
import { described } from '#shared/platform/described';

/** Photos are shown to an account's users, so only https addresses are accepted. */
const photoAddress = v.pipe(
  addressText(2048),
  v.check((address) => URL.canParse(address) && new URL(address).protocol === 'https:', 'Must be an https URL'),
);

/** Receives a report of how a visit ended, from the source of visits. */
export const receiveAddressCallback = contract({
  name: 'receive-address-callback',
  group: 'verification',
  method: 'POST',
  route: '/v1/callbacks/address',
  summary: 'Receive a callback from the address visit provider',
  description:
    'Called only by the provider of address visits. `X-Service-Signature` is ' +
    '`t=<unix_seconds>,v1=<hmac_hex>`, the same scheme as in our webhooks, keyed with the secret agreed with ' +
    'the provider. `t` must be within five minutes of the current time. Repeating a report changes nothing. ' +
    'A report that contradicts the first one is a 409.',
  caller: 'provider',
  maxBodyBytes: 100_000,
  body: v.pipe(
    object({
      reference: described(idText, 'The reference that the visit was booked with (`addr_`).'),
      status: described(
        v.picklist(['completed', 'failed']),
        'The outcome of the visit: `completed` if it took place, `failed` if it was not possible.',
      ),
      result: v.optional(
        described(
          v.picklist(VISIT_RESULTS),
          'Whether the business was found at the address. Required if `status` is `completed`.',
        ),
      ),
      reason: v.optional(described(text(500), 'The reason for the outcome, shown to the account.')),
      location: v.optional(described(text(500), 'The location of the visitor during the visit.')),
      photos: v.optional(described(list(photoAddress, 20), 'The https URLs of the photos that the visitor took.')),
    }),
    v.forward(
      v.check(
        ({ status, result }) => status === 'failed' || result !== undefined,
        'Required if the visit is completed',
      ),
      ['result'],
    ),
  ),
  success: { 200: v.object({ success: succeeded }) },
  errors: ['INVALID_CALLBACK_SIGNATURE', 'ADDRESS_VERIFICATION_NOT_FOUND', 'ADDRESS_VERIFICATION_ENDED'],
  touches: {
    reads: ['addressVerification', 'wallet'],
    writes: ['addressBudget', 'addressVerification', 'company', 'outbox', 'wallet'],
    uses: ['sources'],
  },
});
