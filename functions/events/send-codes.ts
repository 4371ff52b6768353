import { fulfilCodeOrder } from '#shared/auth/code-orders/mail-orders';
import { pepper } from '#shared/auth/stage-secrets';
import { consume } from '#shared/consumers/consume';
import { mainWebOrigin } from '#shared/http/own-origins';
import { askAddress } from '#shared/mails/confirmations';
import { deliverOnce } from '#shared/mails/deliver-once';
import { codeOrderOfMessage } from '#shared/mails/queue/mail-queue';
import { sendMailBy } from '#shared/mails/send-mail';
import { noticeCaps } from '#shared/mails/settings';
import { isSuppressed } from '#shared/mails/suppressed-addresses';
import { mailer } from '#shared/sources/stage-mailer';
import { sendCodesConsumer } from './send-codes.consumer.ts';

/** Sends the mails that somebody waits for, and requested codes if they have a recipient. */
export const handler = consume(sendCodesConsumer, {
  effects: [mailer, noticeCaps, pepper],
  read: codeOrderOfMessage,
  handle: (order, { mailer: mailerOfStage, noticeCaps: capsOfStage, ...effects }) => {
    const { table } = effects;
    const sendNow = sendMailBy({
      ...effects,
      mailer: mailerOfStage(),
      isSuppressed: (address) => isSuppressed(table, address),
    });
    return fulfilCodeOrder(order, {
      ...effects,
      webOrigin: mainWebOrigin(),
      sendMail: async (outgoing) => void (await sendNow(outgoing)),
      deliver: (ordered) => deliverOnce(ordered, { ...effects, sendNow }),
      ask: (asked) => askAddress(asked, { ...effects, sendNow, caps: capsOfStage() }),
    });
  },
});
