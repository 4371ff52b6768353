import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
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
    'Returns the current price of every action. Prices change without notice, so read them when you need ' +
    'them. Actions that are not listed are free. If you send `page` or `limit`, returns one page with ' +
    '`pagination` instead of the whole list.',
  caller: 'account',
  limit: 'walletReads',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      rates: described(v.array(rateBody), 'The current price of every action.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: { reads: ['rates'] },
});
