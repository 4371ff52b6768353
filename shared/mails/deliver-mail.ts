import type { Table } from '#shared/db/operations';
import { isErased } from '#shared/erasure/erasure';
import type { Metrics } from '#shared/platform/metrics';
import { isConfirmedBy } from './confirmed-address.ts';
import { type DeliverOnceEffects, deliverOnce } from './deliver-once.ts';
import { keepMail } from './kept-mail.ts';
import { mailNamed } from './messages/catalogue.ts';
import { renderMail } from './messages/render-mail.ts';
import { countNotice, type NoticeCaps } from './notice-caps.ts';
import type { OrderedMail, OutgoingMail } from './queue/mail-queue.ts';
import { type SendingOutcome, sendOnce } from './send-once.ts';

/** The effects of delivering a mail. */
export interface DeliverMailEffects extends DeliverOnceEffects {
  readonly table: Table;
  readonly caps: NoticeCaps;
  readonly metrics: Metrics;
}

/**
 * Delivers a mail about an applicant, which a customer makes us write to somebody else. Only those who asked for such
 * mails get them. An applicant of `live` did so by applying; those who follow applicants must confirm it. In the
 * sandbox, the mail goes only to addresses that have confirmed, and is otherwise kept for its account. Nothing is sent
 * about an erased applicant. The number per day is capped.
 */
const deliverNotice = async (
  order: OrderedMail,
  about: { readonly accountId: string } & NonNullable<OutgoingMail['applicant']>,
  tries: number,
  effects: DeliverMailEffects,
): Promise<SendingOutcome> => {
  const { table, sendNow, caps, clock, log, metrics } = effects;
  const { accountId, applicantId, environment } = about;
  const { to, template } = order.mail;
  const isTest = environment === 'sandbox';
  const drop = (reason: string): SendingOutcome => {
    log.info('MAIL_NOT_SENT', { accountId, applicantId, reason });
    return 'dropped';
  };
  const [isGone, isConfirmed] = await Promise.all([isErased(table, applicantId), isConfirmedBy(table, accountId, to)]);
  if (isGone) return drop('erased');
  if (!isConfirmed && !isTest && mailNamed(template).needsConfirmation) {
    metrics('MailsUnwanted', 1, { reason: 'unconfirmed' });
    return drop('unconfirmed');
  }
  const isKept = isTest && !isConfirmed;
  // A kept mail reaches nobody, so it counts only for its account.
  const counted = {
    accountId,
    environment,
    applicantId: isKept ? undefined : applicantId,
    recipient: isConfirmed || isKept ? undefined : to,
  };
  const capped = tries === 1 ? await countNotice(table, counted, caps, clock()) : undefined;
  if (capped !== undefined) {
    metrics('NoticesCapped', 1, { cap: capped });
    return drop(`cap_of_${capped}`);
  }
  if (isKept) {
    const mail = { to, ...renderMail(order.mail, { isTest }) };
    const mailId = await keepMail(table, { accountId, applicantId }, mail, clock());
    if (mailId === undefined) return drop('erased');
    log.info('MAIL_KEPT', { accountId, applicantId, mailId });
    metrics('MailsKept', 1);
    return 'kept';
  }
  return (await sendNow(order, { isTest })) ? 'sent' : 'dropped';
};

/**
 * Delivers one mail of the queue, once ({@link sendOnce}): to its recipient or, about an applicant of the sandbox, to
 * where its account reads it. A mail that nobody asked for, or that exceeds a day's cap, is dropped and counted.
 *
 * @throws whatever prevented it, including SendingHeld: the order must be retried.
 */
export const deliverMail = (order: OrderedMail, effects: DeliverMailEffects): Promise<void> => {
  const { accountId, applicant } = order;
  if (accountId === undefined || applicant === undefined) return deliverOnce(order, effects);
  return sendOnce(order.id, effects, (tries) => deliverNotice(order, { accountId, ...applicant }, tries, effects));
};
