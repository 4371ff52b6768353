import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { described } from '#shared/platform/described';
import { walletBody } from '#shared/wallet/views';
import { environmentEntries, MAX_THRESHOLD_KOBO } from './contract-parts.ts';

/** Sets the balance below which the owner of a wallet is mailed. */
export const setThreshold = contract({
  name: 'set-threshold',
  group: 'wallet',
  method: 'PUT',
  route: '/v1/wallet/threshold',
  summary: 'Set the low-balance threshold',
  description:
    'Sets the balance below which the account is emailed. The email is sent each time a debit takes the ' +
    'balance from at or above the threshold to below it. If you set a threshold above the current balance, ' +
    'the first email is sent only after the balance has been at or above the threshold again.',
  caller: 'account',
  limit: 'walletWrites',
  query: object(environmentEntries),
  body: object({
    thresholdKobo: described(
      wholeNumberBetween(0, MAX_THRESHOLD_KOBO),
      'The balance, in kobo, below which to email the account. 0 turns the emails off.',
    ),
  }),
  success: { 200: v.object({ success: succeeded, wallet: walletBody }) },
  touches: { reads: ['wallet'], writes: ['outbox', 'wallet'] },
});
