import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { environmentEntries } from './contract-parts.ts';

/** Removes the saved card of a wallet. */
export const removeSavedCard = contract({
  name: 'remove-saved-card',
  group: 'wallet',
  method: 'DELETE',
  route: '/v1/wallet/saved-card',
  summary: 'Remove the saved card',
  description:
    'Deletes the authorization to charge the card, and turns automatic top-ups off: ' +
    '`autoTopUp.stoppedReason` of the wallet becomes `card_removed`. A payment that was already requested is ' +
    'still credited if it succeeds. After that, a payment saves a card only if its top-up was started with ' +
    '`saveCard: true`.',
  caller: 'account',
  limit: 'walletWrites',
  query: object(environmentEntries),
  success: {
    200: v.object({ success: succeeded, message: described(v.string(), 'The outcome in a sentence.') }),
  },
  errors: ['SAVED_CARD_NOT_FOUND'],
  touches: { reads: ['savedCard', 'wallet'], writes: ['savedCard', 'wallet'] },
});
