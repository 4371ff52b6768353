import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';

/** Receives Paystack's report that a payment arrived. */
export const receivePaystackCallback = contract({
  name: 'receive-paystack-callback',
  group: 'wallet',
  method: 'POST',
  route: '/v1/callbacks/paystack',
  summary: 'Receive a callback from Paystack',
  description:
    'Called only by Paystack. `x-paystack-signature` is the HMAC-SHA512 of the raw body. Events that do not ' +
    'concern a top-up are acknowledged and ignored. An event that arrives twice credits the wallet once.',
  caller: 'provider',
  // The content of Paystack's call has its own schema, and is parsed once the signature is verified.
  body: object({
    event: v.optional(described(v.unknown(), 'The type of event, such as `charge.success`.')),
    data: v.optional(described(v.unknown(), 'The content of the event, as Paystack documents it.')),
  }),
  success: { 200: v.object({ success: succeeded }) },
  errors: ['INVALID_CALLBACK_SIGNATURE', 'SOURCE_UNAVAILABLE'],
  touches: {
    reads: ['accountAccess', 'topUp', 'wallet'],
    writes: ['savedCard', 'topUp', 'wallet'],
    uses: ['payments', 'vault'],
  },
});
