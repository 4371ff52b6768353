import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { described } from '#shared/platform/described';
import { rateBody } from '#shared/wallet/views';

/** Lists the current price of every action. */
export const readPricingRates = contract({
  name: 'read-pricing-rates',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/pricing-rates',
  summary: 'Read the pricing rates',
  description:
    'Prices change without notice: read them when you need them. An action that is not listed costs nothing.',
  caller: 'account',
  limit: 'walletReads',
  success: {
    200: v.object({ success: succeeded, rates: described(v.array(rateBody), 'The current price of every action.') }),
  },
  touches: { reads: ['rates'] },
});
