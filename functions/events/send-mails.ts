import { pepper } from '#shared/auth/stage-secrets';
import { consume } from '#shared/consumers/consume';
import { recordContact } from '#shared/contact/contact-request';
import { deliverMail } from '#shared/mails/deliver-mail';
import { mailOrderOfMessage } from '#shared/mails/queue/mail-queue';
import { sendMailBy } from '#shared/mails/send-mail';
import { mailTurns, noticeCaps, sales } from '#shared/mails/settings';
import { isSuppressed } from '#shared/mails/suppressed-addresses';
import { sendToSubscribers } from '#shared/mails/unsubscriptions';
import { apiUrl } from '#shared/platform/api-url';
import { mailer } from '#shared/sources/stage-mailer';
import { sendMailsConsumer } from './send-mails.consumer.ts';

/** Sends the mails that nobody waits for, at the stage's pace, and mails visitors' requests to sales. */
export const handler = consume(sendMailsConsumer, {
  effects: [mailer, mailTurns, noticeCaps, pepper, sales],
  read: mailOrderOfMessage,
  handle: async (
    order,
    { mailer: mailerOfStage, mailPace, noticeCaps: capsOfStage, sales: salesEmail, ...effects },
  ) => {
    const { table } = effects;
    const sendNow = sendToSubscribers(
      sendMailBy({
        ...effects,
        mailer: mailerOfStage(),
        isSuppressed: (address) => isSuppressed(table, address),
      }),
      { ...effects, apiUrl: apiUrl() },
    );
    const delivery = { ...effects, sendNow, caps: capsOfStage() };
    await mailPace();
    if (order.kind === 'mail') return deliverMail(order, delivery);
    await recordContact(order, {
      table,
      salesEmail: salesEmail(),
      sendMail: ({ id = order.orderId, ...mail }) => deliverMail({ id, ...mail }, delivery),
    });
  },
});
