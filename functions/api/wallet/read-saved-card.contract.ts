import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { savedCardBody } from '#shared/wallet/views';
import { environmentEntries } from './contract-parts.ts';

/** Reads the details by which a payer recognises the saved card of a wallet. */
export const readSavedCard = contract({
  name: 'read-saved-card',
  group: 'wallet',
  method: 'GET',
  route: '/v1/wallet/saved-card',
  summary: 'Read the saved card',
  description:
    'Returns the card that automatic top-ups charge, which is the card from the last checkout that was paid ' +
    'with a reusable card. A simulated checkout saves a simulated card, which is never charged.',
  caller: 'account',
  limit: 'walletReads',
  query: object(environmentEntries),
  success: { 200: v.object({ success: succeeded, data: savedCardBody }) },
  errors: ['SAVED_CARD_NOT_FOUND'],
  touches: { reads: ['savedCard'] },
});
