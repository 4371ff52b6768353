import type { Clock } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import type { MailOptions } from './mail.ts';
import { type Mailer, MailRefused, MailUnavailable } from './mail.ts';
import type { OutgoingMail } from './mail-queue.ts';

/** The effects of sending a mail. */
export interface SendMailEffects {
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Sends a mail by the mail service itself. @returns whether the service has accepted it: it was dropped otherwise. */
export type SendMailNow = (outgoing: OutgoingMail, options?: MailOptions) => Promise<boolean>;

/**
 * {@link SendMailNow} by a mailer. A mail that is too late is dropped and counted: its recipient could not
 * use it. So is one that the mail service refuses for good, as an address that is none.
 *
 * @throws MailUnavailable when the mail service did not accept it, and may later.
 */
export const sendMailBy =
  ({ mailer, clock, log, metrics }: SendMailEffects): SendMailNow =>
  async ({ mail, accountId, sendBeforeMs }, options) => {
    const about = accountId === undefined ? {} : { accountId };
    if (sendBeforeMs !== undefined && clock() >= sendBeforeMs) {
      log.warn('MAIL_EXPIRED', about);
      metrics('MailsExpired', 1);
      return false;
    }
    let mailId: string | undefined;
    try {
      mailId = await mailer.send(mail, options);
    } catch (error) {
      if (error instanceof MailRefused) {
        log.warn('MAIL_REFUSED', { ...about, reason: error.reason });
        metrics('MailsRefused', 1);
        return false;
      }
      log.error('MAIL_FAILED', {
        ...about,
        ...(error instanceof MailUnavailable ? { reason: error.reason } : errorFields(error)),
      });
      metrics('MailFailed', 1);
      throw error;
    }
    log.info('MAIL_SENT', { ...about, ...(mailId !== undefined && { mailId }) });
    return true;
  };
