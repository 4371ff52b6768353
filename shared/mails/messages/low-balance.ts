import * as v from 'valibot';
import { naira } from '#shared/platform/naira';
import { defineMail } from './mail.ts';
import { readableTime } from './readable.ts';

/** To the owner of a wallet: its balance fell below the threshold that they set. */
export const lowBalance = defineMail({
  template: 'lowBalance',
  lane: 'mails',
  unsubscribe: { code: 2, about: 'low wallet balances' },
  data: v.object({
    environment: v.string(),
    /** The balance after the debit that crossed the threshold. */
    balanceKobo: v.number(),
    thresholdKobo: v.number(),
    /** When it was crossed, ISO 8601. */
    crossedAt: v.string(),
  }),
  subject: ({ environment, thresholdKobo }) => `Your ${environment} wallet is below ${naira(thresholdKobo)}`,
  text: ({ environment, balanceKobo, thresholdKobo, crossedAt }) => [
    `The balance of your ${environment} wallet fell to ${naira(balanceKobo)} on`,
    `${readableTime(crossedAt)}.`,
    '',
    `That is below your threshold of ${naira(thresholdKobo)}. Top up the wallet before it is empty: actions ` +
      'that the',
    'balance does not cover are refused.',
    '',
    'You receive this email each time the balance falls below the threshold.',
  ],
});
