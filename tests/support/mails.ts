import type { MailMessage } from '#shared/mails/messages/catalogue';
import type { MailOptions } from '#shared/mails/messages/render-mail';
import type { NoticeCaps } from '#shared/mails/notice-caps';
import { type SendMailEffects, type SendMailNow, sendMailBy } from '#shared/mails/send-mail';

/** Caps too high for a test to reach by accident. */
export const TEST_CAPS: NoticeCaps = { recipient: 1000, applicant: 1000, account: 1000 };

/** A mail service that receives each mail as it was ordered, before it is rendered. */
export interface MessageMailer {
  send(message: MailMessage, options?: MailOptions): Promise<string | undefined>;
}

/** `sendMailBy`, for tests of the data that a mail is made from. */
export const sendMessagesBy =
  ({ mailer, ...effects }: Omit<SendMailEffects, 'mailer'> & { readonly mailer: MessageMailer }): SendMailNow =>
  (outgoing, options) =>
    sendMailBy({ ...effects, mailer: { send: () => mailer.send(outgoing.mail, options) } })(outgoing, options);
