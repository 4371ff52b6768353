import * as v from 'valibot';
import { naira } from '#shared/platform/naira';
import { defineMail } from './mail.ts';
import { readableTime } from './readable.ts';

/** To the owner of a wallet: its automatic top-ups were turned off, because its card could not be charged. */
export const autoTopUpStopped = defineMail({
  template: 'autoTopUpStopped',
  lane: 'mails',
  unsubscribe: null,
  data: v.object({
    environment: v.string(),
    amountKobo: v.number(),
    failureCount: v.number(),
    /** ISO 8601. */
    stoppedAt: v.string(),
  }),
  subject: ({ environment }) => `Automatic top-ups for your ${environment} wallet have been turned off`,
  text: ({ environment, amountKobo, failureCount, stoppedAt }) => [
    `Your card could not be charged ${naira(amountKobo)} for your ${environment} wallet ${failureCount} ` +
      'times in a row.',
    'We turned off automatic top-ups on',
    `${readableTime(stoppedAt)}.`,
    '',
    'What to do: top up the wallet yourself with a card that works, then turn automatic top-ups back on. ' +
      'They will then use',
    'that card. Until then, actions that the balance does not cover are refused.',
  ],
});
