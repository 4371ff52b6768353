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
  description: 'The `authorizationUrl` of stages without a payment provider. Takes no money; does not exist in prod.',
  caller: 'public',
  path: referencePath,
  produces: 'html',
  success: { 200: v.string() },
  errors: ['ROUTE_NOT_FOUND', 'TOP_UP_NOT_FOUND'],
  touches: { reads: ['topUp'], uses: ['payments'] },
  onlyWhere: 'simulatedCheckout',
});
