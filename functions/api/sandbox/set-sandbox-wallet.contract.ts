import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { described } from '#shared/platform/described';
import { walletBody } from '#shared/wallet/views';

/** Maximum test money of a wallet, in kobo: 10,000,000 naira. */
const MAX_TEST_KOBO = 1_000_000_000;

/** Sets the test money of the account's sandbox wallet. */
export const setSandboxWallet = contract({
  name: 'set-sandbox-wallet',
  group: 'sandbox',
  method: 'PUT',
  route: '/v1/sandbox/wallet',
  summary: 'Set the sandbox balance',
  description:
    "Sets the balance of test money in the account's sandbox wallet. The difference is recorded as a " +
    'transaction, a credit or a debit. A debit that takes the balance below a threshold has the usual ' +
    'effect: an email or an automatic top-up. Money that is reserved for a chat message in progress cannot ' +
    'be removed. A `live` API key gets a 404.',
  caller: 'account',
  limit: 'walletWrites',
  body: object({
    balanceKobo: described(wholeNumberBetween(0, MAX_TEST_KOBO), 'The new balance, in kobo.'),
  }),
  success: { 200: v.object({ success: succeeded, wallet: walletBody }) },
  errors: ['INSUFFICIENT_BALANCE', 'WALLET_NOT_FOUND'],
  touches: { reads: ['wallet'], writes: ['outbox', 'wallet'] },
});
