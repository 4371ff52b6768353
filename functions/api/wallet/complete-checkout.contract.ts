import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { referencePath } from './contract-parts.ts';

/** Completes the simulated checkout with a success or a failure. */
export const completeCheckout = contract({
  name: 'complete-checkout',
  group: 'wallet',
  method: 'POST',
  route: '/v1/wallet/checkout/{reference}',
  summary: 'Complete the simulated checkout',
  description: 'Submits the form of the simulated checkout page. A paid top-up stays paid, whatever is sent later.',
  caller: 'public',
  path: referencePath,
  consumes: 'form',
  body: object({ outcome: described(v.picklist(['success', 'failed']), 'How the payment ends.') }),
  produces: 'html',
  success: { 200: v.string() },
  errors: ['TOP_UP_NOT_FOUND'],
  touches: {
    reads: ['accountAccess', 'topUp', 'wallet'],
    writes: ['savedCard', 'topUp', 'wallet'],
    uses: ['simulatedCheckout'],
  },
  documented: false,
});
