import type { Clock } from '#shared/platform/clock';
import { errorFields, type Logger } from '#shared/platform/logger';
import type { Metrics } from '#shared/platform/metrics';
import { type Mailer, MailRefused, MailUnavailable } from '#shared/sources/mailer';
import { type MailOptions, renderMail } from './messages/render-mail.ts';
import type { OutgoingMail } from './queue/mail-queue.ts';

/** The effects of sending a mail. */
export interface SendMailEffects {
  readonly mailer: Mailer;
  /** Whether an address is no longer mailed. */
  readonly isSuppressed: (address: string) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Sends a mail by the mail service itself. @returns whether the service accepted it; otherwise it was dropped. */
export type SendMailNow = (outgoing: OutgoingMail, options?: MailOptions) => Promise<boolean>;

/**
 * Whether a mail is dropped before the service sees it, and counted. A late one is of no use to its recipient, and
 * every mail to an address that bounces or complains harms the delivery of all others.
 */
const isDropped = async (
  { mail, accountId, sendBeforeMs }: OutgoingMail,
  { isSuppressed, clock, log, metrics }: SendMailEffects,
): Promise<boolean> => {
  const about = accountId === undefined ? {} : { accountId };
  if (sendBeforeMs !== undefined && clock() >= sendBeforeMs) {
    log.warn('MAIL_EXPIRED', about);
    metrics('MailsExpired', 1);
    return true;
  }
  if (!(await isSuppressed(mail.to))) return false;
  log.info('MAIL_NOT_SENT', { ...about, reason: 'suppressed' });
  metrics('MailsUnwanted', 1, { reason: 'suppressed' });
  return true;
};

/**
 * {@link SendMailNow} by a mailer, the only way to it. Dropped and counted are mails that are too late, mails to a
 * suppressed address, and mails that the mail service refuses permanently, for example because the address is invalid.
 *
 * @throws MailUnavailable when the mail service did not accept it but may later; whatever kept it from finding out
 * whether the address is suppressed.
 */
export const sendMailBy =
  (effects: SendMailEffects): SendMailNow =>
  async (outgoing, options) => {
    if (await isDropped(outgoing, effects)) return false;
    const { mail, accountId } = outgoing;
    const { mailer, log, metrics } = effects;
    const about = accountId === undefined ? {} : { accountId };
    let mailId: string | undefined;
    try {
      mailId = await mailer.send({
        to: mail.to,
        ...renderMail(mail, options),
        unsubscribeUrl: options?.unsubscribeUrl,
      });
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
