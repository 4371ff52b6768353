import * as v from 'valibot';
import { naira, readableTime } from './mail-texts.ts';
import { onOneLine } from './one-line.ts';

/** To an account: its watch of a vendor was paused. */
export const watchPausedData = v.object({
  environment: v.string(),
  vendorId: v.string(),
  vendorName: v.string(),
  rcNumber: v.string(),
  /** Of a month. */
  priceKobo: v.number(),
  /** ISO 8601. */
  paidUntil: v.string(),
  /** ISO 8601. */
  pausedAt: v.string(),
});

/** Subject and text of the mail. */
export const watchPaused = (data: v.InferOutput<typeof watchPausedData>) => {
  const { environment, vendorId, rcNumber, priceKobo, paidUntil, pausedAt } = data;
  const vendorName = onOneLine(data.vendorName);
  return {
    subject: `Monitoring of ${vendorName} has been paused`,
    text: [
      `Your ${environment} wallet has not covered the next month of monitoring ${vendorName} (${rcNumber}),`,
      `${naira(priceKobo)}, for three days. It was paid until`,
      `${readableTime(paidUntil)}.`,
      'We have paused it on',
      `${readableTime(pausedAt)}.`,
      '',
      'While it is paused the vendor is not checked for you, and you get no alerts about it.',
      '',
      'What to do: top the wallet up. We try again each day, and monitoring resumes with a new month once it is paid; the',
      'pause costs nothing. If you no longer need it, remove the vendor from your watchlist:',
      `DELETE /v1/monitoring/watchlist/${vendorId}`,
      '',
    ].join('\n'),
  };
};
