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
  description: 'The `authorizationUrl` of the sandbox, and of `live` on stages that simulate payments. Takes no money.',
  caller: 'public',
  path: referencePath,
  produces: 'html',
  success: { 200: v.string() },
  errors: ['TOP_UP_NOT_FOUND'],
  touches: { reads: ['topUp'], uses: ['simulatedCheckout'] },
  documented: false,
});
