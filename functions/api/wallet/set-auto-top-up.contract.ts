import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { wholeNumberBetween } from '#shared/http/schemas/whole-numbers';
import { described } from '#shared/platform/described';
import { walletBody } from '#shared/wallet/views';
import { environmentEntries, MAX_THRESHOLD_KOBO, MAX_TOP_UP_KOBO, MIN_TOP_UP_KOBO } from './contract-parts.ts';

/** Turns the automatic top-ups of a wallet on and off. */
export const setAutoTopUp = contract({
  name: 'set-auto-top-up',
  group: 'wallet',
  method: 'PUT',
  route: '/v1/wallet/auto-top-up',
  summary: 'Configure automatic top-ups',
  description:
    'Turns automatic top-ups on or off and sets their amounts. A debit that takes the balance below ' +
    '`thresholdKobo` starts a top-up of `amountKobo`, charged to the saved card. Further top-ups follow, one ' +
    'at a time, until the balance is back at the threshold, with at most 24 in 24 hours. If the balance is ' +
    'already below the threshold when you turn them on, the first top-up starts at once. In the sandbox, ' +
    'top-ups add test money at once. After three failed payments in a row, automatic top-ups are turned off ' +
    'and the account is emailed.',
  caller: 'account',
  limit: 'walletWrites',
  query: object(environmentEntries),
  body: v.pipe(
    object({
      enabled: described(v.boolean(), 'Whether automatic top-ups are on.'),
      thresholdKobo: v.optional(
        described(
          wholeNumberBetween(0, MAX_THRESHOLD_KOBO),
          'The balance, in kobo, below which a debit starts a top-up. Must be at least 1 to turn automatic top-ups ' +
            'on. If you leave it out while turning them off, it stays as it is.',
        ),
      ),
      amountKobo: v.optional(
        described(
          wholeNumberBetween(0, MAX_TOP_UP_KOBO),
          'The amount of each top-up, in kobo. Must be 100 to 5,000,000 naira to turn automatic top-ups on. Choose ' +
            'an amount that brings the balance back to the threshold. If you leave it out while turning them off, it ' +
            'stays as it is.',
        ),
      ),
    }),
    v.forward(
      v.partialCheck(
        [['enabled'], ['thresholdKobo']],
        ({ enabled, thresholdKobo = 0 }) => !enabled || thresholdKobo >= 1,
        'Must be at least 1 to turn automatic top-ups on',
      ),
      ['thresholdKobo'],
    ),
    v.forward(
      v.partialCheck(
        [['enabled'], ['amountKobo']],
        ({ enabled, amountKobo = 0 }) => !enabled || amountKobo >= MIN_TOP_UP_KOBO,
        `Must be at least ${MIN_TOP_UP_KOBO} to turn automatic top-ups on`,
      ),
      ['amountKobo'],
    ),
  ),
  success: { 200: v.object({ success: succeeded, wallet: walletBody }) },
  errors: ['NO_SAVED_CARD'],
  touches: { reads: ['savedCard', 'wallet'], writes: ['outbox', 'wallet'] },
});
