import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { described } from '#shared/platform/described';
import { walletBody } from '#shared/wallet/views';
import { environmentEntries, LEAST_TOP_UP_KOBO, MOST_THRESHOLD_KOBO, MOST_TOP_UP_KOBO } from './contract-parts.ts';

const kobo = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most));

/** Turns the automatic top-ups of a wallet on and off. */
export const setAutoTopUp = contract({
  name: 'set-auto-top-up',
  group: 'wallet',
  method: 'PUT',
  route: '/v1/wallet/auto-top-up',
  summary: 'Set automatic top-ups',
  description:
    'A debit that takes the balance below `thresholdKobo` causes a top-up of `amountKobo`, paid by the card of the last ' +
    'successful top-up, and others until the balance is back; in the sandbox with test money, at once. One is made at a ' +
    'time, and at most 24 in 24 hours. Where the balance is below the threshold when this is set, one is made at once. After three failures in a row they are turned off, and the ' +
    'account is mailed.',
  caller: 'account',
  limit: 'walletWrites',
  query: object(environmentEntries),
  body: v.pipe(
    object({
      enabled: described(v.boolean(), 'Whether automatic top-ups are on.'),
      thresholdKobo: v.optional(
        described(
          kobo(MOST_THRESHOLD_KOBO),
          'The balance, in kobo, below which a debit causes a top-up. At least 1 while they are on; unchanged without it ' +
            'while they are off.',
        ),
      ),
      amountKobo: v.optional(
        described(
          kobo(MOST_TOP_UP_KOBO),
          'How much each top-up adds, in kobo: 100 to 5,000,000 naira while they are on; unchanged without it while they ' +
            'are off. Enough to bring the balance back to the threshold.',
        ),
      ),
    }),
    v.forward(
      v.partialCheck(
        [['enabled'], ['thresholdKobo']],
        ({ enabled, thresholdKobo = 0 }) => !enabled || thresholdKobo >= 1,
        'Must be at least 1 for automatic top-ups',
      ),
      ['thresholdKobo'],
    ),
    v.forward(
      v.partialCheck(
        [['enabled'], ['amountKobo']],
        ({ enabled, amountKobo = 0 }) => !enabled || amountKobo >= LEAST_TOP_UP_KOBO,
        `Must be at least ${LEAST_TOP_UP_KOBO} for automatic top-ups`,
      ),
      ['amountKobo'],
    ),
  ),
  success: { 200: v.object({ success: succeeded, wallet: walletBody }) },
  errors: ['NO_SAVED_CARD'],
  touches: { reads: ['savedCard', 'wallet'], writes: ['outbox', 'wallet'] },
});
