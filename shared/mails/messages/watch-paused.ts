import * as v from 'valibot';
import { naira } from '#shared/platform/naira';
import { defineMail } from './mail.ts';
import { onOneLine } from './one-line.ts';
import { readableTime } from './readable.ts';

/** To the owner of an account: the monitoring of a vendor was paused, because the wallet did not cover it. */
export const watchPaused = defineMail({
  template: 'watchPaused',
  lane: 'mails',
  unsubscribe: { code: 3, about: 'paused vendor monitoring' },
  data: v.object({
    environment: v.string(),
    vendorId: v.string(),
    vendorName: v.string(),
    rcNumber: v.string(),
    /** The price of a month. */
    priceKobo: v.number(),
    /** ISO 8601. */
    paidUntil: v.string(),
    /** ISO 8601. */
    pausedAt: v.string(),
  }),
  subject: ({ vendorName }) => `Monitoring of ${onOneLine(vendorName)} has been paused`,
  text: ({ environment, vendorId, vendorName, rcNumber, priceKobo, paidUntil, pausedAt }) => [
    `For three days, your ${environment} wallet has not covered the next month of monitoring for`,
    `${onOneLine(vendorName)} (${rcNumber}), which costs ${naira(priceKobo)}. It was paid until`,
    `${readableTime(paidUntil)}.`,
    'We paused it on',
    `${readableTime(pausedAt)}.`,
    '',
    'While monitoring is paused, we do not check the vendor and you receive no alerts about it. You are not ' +
      'charged.',
    '',
    'What to do: top up the wallet. We try again every day, and monitoring resumes once a new month can be ' +
      'paid for. If',
    'you no longer need it, remove the vendor from your watchlist:',
    `DELETE /v1/monitoring/watchlist/${vendorId}`,
  ],
});
