import * as v from 'valibot';
import { findVisibleCompany } from '#shared/companies/visible-company';
import type { Table } from '#shared/db/operations';
import { EVENTS } from '#shared/events/catalogue';
import type { ServiceEvent } from '#shared/events/outbox';
import { sendOnce } from '#shared/events/send-once';
import type { Clock } from '#shared/platform/clock';
import type { Logger } from '#shared/platform/logger';
import type { SendMail } from '#shared/sources/mail-queue';
import { watchKeys } from './keys.ts';
import { findWatch } from './watch-repository.ts';

/** The effects of mailing a notice. */
export interface WatchNoticeEffects {
  readonly table: Table;
  readonly clock: Clock;
  /** The address of an account; undefined when there is no such account. */
  readonly emailOf: (accountId: string) => Promise<string | undefined>;
  readonly sendMail: SendMail;
  readonly log: Logger;
}

/**
 * Mails an account that its watch was paused, once ({@link sendOnce}); nothing when it has been removed or resumed since.
 *
 * @throws any failure, NoticeHeld among them; calling it again completes it.
 */
export const mailWatchNotice = async (event: ServiceEvent, effects: WatchNoticeEffects): Promise<void> => {
  const { eventId, accountId, environment, occurredAt: pausedAt } = event;
  const { table, emailOf, sendMail, log } = effects;
  const { vendorId, priceKobo, paidUntil } = v.parse(EVENTS['monitoring.watch.paused'].data, event.data);
  await sendOnce({ key: watchKeys.watchNotice(eventId), event }, effects, async () => {
    const place = { accountId, environment };
    const [to, watch, company] = await Promise.all([
      emailOf(accountId),
      findWatch(table, place, vendorId),
      findVisibleCompany(table, place, vendorId),
    ]);
    if (to === undefined || !company || watch?.status !== 'paused') return;
    const { companyName: vendorName, rcNumber } = company;
    const data = { environment, vendorId, vendorName, rcNumber, priceKobo, paidUntil, pausedAt };
    await sendMail({ mail: { to, template: 'watchPaused', data }, accountId });
    log.info('MAIL_QUEUED', { accountId });
  });
};
