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
  summary: 'Receive a callback of Paystack',
  description:
    'For Paystack alone: `x-paystack-signature` is the HMAC-SHA512 of the raw body. Events that concern no top-up are ' +
    'acknowledged and ignored; an event that arrives twice credits once.',
  caller: 'provider',
  // The content of Paystack's call: parsed once the signature is verified, by a schema of its own.
  body: object({
    event: v.optional(described(v.unknown(), 'What happened: `charge.success` for one.')),
    data: v.optional(described(v.unknown(), 'What it is about, as Paystack documents it.')),
  }),
  success: { 200: v.object({ success: succeeded }) },
  errors: ['INVALID_CALLBACK_SIGNATURE', 'SOURCE_UNAVAILABLE'],
  touches: { reads: ['topUp', 'wallet'], writes: ['savedCard', 'topUp', 'wallet'], uses: ['payments', 'vault'] },
});
