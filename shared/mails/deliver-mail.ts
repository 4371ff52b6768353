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
 * A mail about an applicant, which a customer has us write to somebody else: nobody is written to who did not ask for it.
 * In the sandbox it goes to addresses alone that have confirmed that they want it, and is kept for its account otherwise. An
 * applicant of `live` asked for it by applying; who follows applicants has to confirm it. Nothing is said of one that was erased. And there are so many a day.
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
  // A kept mail reaches nobody: it counts for its account alone.
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
    if (!(await keepMail(table, { accountId, applicantId }, mail, clock()))) return drop('erased');
    log.info('MAIL_KEPT', { accountId, applicantId });
    metrics('MailsKept', 1);
    return 'kept';
  }
  return (await sendNow(order, { isTest })) ? 'sent' : 'dropped';
};

/**
 * Delivers one mail of the queue, once ({@link sendOnce}): to its recipient, or, about an applicant of the sandbox, to where
 * its account reads it. What nobody asked for, and what is more than a day's, is dropped and counted.
 *
 * @throws what prevented it, SendingHeld among it: the order is to be retried.
 */
export const deliverMail = (order: OrderedMail, effects: DeliverMailEffects): Promise<void> => {
  const { accountId, applicant } = order;
  if (accountId === undefined || applicant === undefined) return deliverOnce(order, effects);
  return sendOnce(order.id, effects, (tries) => deliverNotice(order, { accountId, ...applicant }, tries, effects));
};
