import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { described } from '#shared/platform/described';
import { rateBody } from '#shared/wallet/views';

/** Changes the price of an action. */
export const setPricingRate = contract({
  name: 'set-pricing-rate',
  group: 'admin',
  method: 'PUT',
  route: '/v1/admin/pricing-rates/{actionKey}',
  summary: 'Set a price',
  description:
    'Sets the price of an action for every account and environment, starting with the next charge. Earlier ' +
    'charges stay as they are. An audit entry records the previous price. Setting the current price again ' +
    'succeeds and records nothing.',
  caller: 'admin',
  path: object({ actionKey: described(idText, 'The key of the action, as in the pricing rates.') }),
  body: object({
    priceKobo: described(
      wholeNumberBetween(0, 1_000_000_000),
      'The new price in kobo, up to 10,000,000 naira. 0 makes the action free.',
    ),
  }),
  success: { 200: v.object({ success: succeeded, data: rateBody }) },
  errors: ['RATE_NOT_FOUND'],
  touches: { reads: ['accountAccess', 'audit', 'rates'], writes: ['audit', 'rates'] },
});
