import * as v from 'valibot';
import { findVisibleCompany } from '#shared/companies/visible-company';
import type { TableReader } from '#shared/db/operations';
import { EVENTS } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { mailTo } from '#shared/mails/messages/mail';
import { watchPaused } from '#shared/mails/messages/watch-paused';
import type { SendMail } from '#shared/mails/queue/mail-queue';
import type { Logger } from '#shared/platform/logger';
import { findWatch } from './watch-repository.ts';

/** The effects of mailing a notice. */
export interface WatchNoticeEffects {
  readonly table: TableReader;
  /** The address of an account; undefined when there is no such account. */
  readonly emailOf: (accountId: string) => Promise<string | undefined>;
  readonly sendMail: SendMail<'mails'>;
  readonly log: Logger;
}

/**
 * Mails an account that its watch was paused: one mail, however often it is requested, and none when the watch has been
 * removed or resumed since.
 *
 * @throws any failure; calling it again completes it.
 */
export const mailWatchNotice = async (event: ServiceEvent, effects: WatchNoticeEffects): Promise<void> => {
  const { eventId, accountId, environment, occurredAt: pausedAt } = event;
  const { table, emailOf, sendMail, log } = effects;
  const { vendorId, priceKobo, paidUntil } = v.parse(EVENTS['monitoring.watch.paused'].data, event.data);
  const place = { accountId, environment };
  const [to, watch, company] = await Promise.all([
    emailOf(accountId),
    findWatch(table, place, vendorId),
    findVisibleCompany(table, place, vendorId),
  ]);
  if (to === undefined || !company || watch?.status !== 'paused') return;
  const { companyName: vendorName, rcNumber } = company;
  const data = { environment, vendorId, vendorName, rcNumber, priceKobo, paidUntil, pausedAt };
  await sendMail({ id: eventId, mail: mailTo(to, watchPaused, data), accountId });
  log.info('MAIL_QUEUED', { accountId });
};
