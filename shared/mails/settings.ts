import { effect } from '#shared/platform/effect';
import { env, once } from '#shared/platform/env';
import { MAIL_LANE_WORKERS } from './lanes.ts';
import type { NoticeCaps } from './notice-caps.ts';
import { makePace } from './pace.ts';

/** The stage's caps of notices about applicants. */
export const readNoticeCaps = (): NoticeCaps => ({
  recipient: Number(env('NOTICES_PER_RECIPIENT')),
  applicant: Number(env('NOTICES_PER_APPLICANT')),
  account: Number(env('NOTICES_PER_ACCOUNT')),
});

/** The effect of the capability `noticeCaps`. */
export const noticeCaps = effect('noticeCaps', readNoticeCaps);

/** The stage's pace of mails that nobody waits for, shared by all mails of the container. */
const mailPace: () => () => Promise<void> = once(() =>
  makePace({ perSecond: Number(env('MAILS_PER_SECOND')), workers: MAIL_LANE_WORKERS }),
);

/** The effect of the capability `mailPace`: resolves when it is the caller's turn. */
export const mailTurns = effect('mailPace', () => mailPace()());

/** The effect of the capability `sales`: the address that sales reads. */
export const sales = effect('sales', () => env('SALES_EMAIL'));
