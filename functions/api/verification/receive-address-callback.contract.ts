import * as v from 'valibot';
import { VISIT_RESULTS } from '#shared/addresses/address-outcome';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { list, object } from '#shared/http/schemas/containers';
import { idText, text } from '#shared/http/schemas/texts';
import { addressText } from '#shared/http/schemas/web-addresses';
import { described } from '#shared/platform/described';

/** A picture is shown to an account's people: nothing but an https address. */
const photoAddress = v.pipe(
  addressText(2048),
  v.check((address) => URL.canParse(address) && new URL(address).protocol === 'https:', 'Must be an https address'),
);

/** Receives the report of the source of visits how a visit ended. */
export const receiveAddressCallback = contract({
  name: 'receive-address-callback',
  group: 'verification',
  method: 'POST',
  route: '/v1/callbacks/address',
  summary: 'Receive a callback of the source of visits',
  description:
    'For the source alone. `X-Service-Signature` is `t=<unix_seconds>,v1=<hmac_hex>`, the scheme of our own webhooks, ' +
    'keyed with the secret that was agreed with the source; `t` may be five minutes away from now. A report that ' +
    'arrives twice changes nothing; one that contradicts the first is a 409.',
  caller: 'provider',
  maxBodyBytes: 100_000,
  body: v.pipe(
    object({
      reference: described(idText, 'Our reference, as the visit was booked with (`addr_`).'),
      status: described(v.picklist(['completed', 'failed']), 'Whether the visit took place, or was not possible.'),
      result: v.optional(
        described(v.picklist(VISIT_RESULTS), 'Of a visit that took place: whether the business is there.'),
      ),
      reason: v.optional(described(text(500), 'Why, in words for the account.')),
      location: v.optional(described(text(500), 'Where the visitor was.')),
      photos: v.optional(described(list(photoAddress, 20), 'Addresses of the pictures that the visitor took.')),
    }),
    v.forward(
      v.check(({ status, result }) => status === 'failed' || result !== undefined, 'Required of a completed visit'),
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
