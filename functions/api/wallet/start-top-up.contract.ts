import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { described } from '#shared/platform/described';
import { startedTopUpBody } from '#shared/wallet/views';
import { environmentEntries, MAX_TOP_UP_KOBO, MIN_TOP_UP_KOBO } from './contract-parts.ts';

/** Starts a top-up of a wallet. */
export const startTopUp = contract({
  name: 'start-top-up',
  group: 'wallet',
  method: 'POST',
  route: '/v1/wallet/top-up',
  summary: 'Top up a wallet',
  description:
    'Starts a top-up and opens a checkout: send the payer to `authorizationUrl`. The wallet is credited once ' +
    'the payment arrives. In the sandbox, the checkout is simulated and takes no money.',
  caller: 'account',
  limit: 'walletWrites',
  query: object(environmentEntries),
  body: object({
    amountKobo: described(
      wholeNumberBetween(MIN_TOP_UP_KOBO, MAX_TOP_UP_KOBO),
      'The amount in kobo, equal to 100 to 5,000,000 naira.',
    ),
    saveCard: v.exactOptional(
      described(
        v.boolean(),
        'Whether the payer agrees to save the card for automatic top-ups. If you leave this out, the card is ' +
          'saved unless a saved card was removed before.',
      ),
    ),
  }),
  success: { 200: v.object({ success: succeeded, data: startedTopUpBody }) },
  errors: ['SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  links: [{ to: 'read-top-up', parameters: { reference: 'data.reference' } }],
  touches: { reads: ['account'], writes: ['topUp'], uses: ['payments'] },
});
