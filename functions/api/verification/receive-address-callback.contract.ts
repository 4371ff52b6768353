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
  summary: 'Receive a callback from the address visit provider',
  description:
    'Called by the address visit provider only. `X-Service-Signature` is `t=<unix_seconds>,v1=<hmac_hex>`, ' +
    'the scheme of our own webhooks, keyed with the secret agreed with the provider. `t` must be within five ' +
    'minutes of now. Repeating a report changes nothing. A report that contradicts the first is a 409.',
  caller: 'provider',
  maxBodyBytes: 100_000,
  body: v.pipe(
    object({
      reference: described(idText, 'Our reference, with which the visit was booked (`addr_`).'),
      status: described(
        v.picklist(['completed', 'failed']),
        '`completed`: the visit took place. `failed`: it was not possible.',
      ),
      result: v.optional(
        described(
          v.picklist(VISIT_RESULTS),
          'Whether the business is at the address. Required when `status` is `completed`.',
        ),
      ),
      reason: v.optional(described(text(500), 'The reason, as the account will read it.')),
      location: v.optional(described(text(500), 'The location of the visitor.')),
      photos: v.optional(described(list(photoAddress, 20), 'The https addresses of the photos that the visitor took.')),
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
