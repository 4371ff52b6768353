import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { referencePath } from './contract-parts.ts';

/** Shows the simulated checkout. */
export const showCheckout = contract({
  name: 'show-checkout',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/checkout/{reference}',
  summary: 'Show the simulated checkout',
  description:
    'Shows the page behind `authorizationUrl` in the sandbox, and in `live` on stages that simulate payments. ' +
    'No money is taken.',
  caller: 'public',
  path: referencePath,
  produces: 'html',
  success: { 200: v.string() },
  errors: ['TOP_UP_NOT_FOUND'],
  touches: { reads: ['topUp'], uses: ['simulatedCheckout'] },
  documented: false,
});
