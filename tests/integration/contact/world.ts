import { handler as bookDemoHandler } from '#functions/api/contact/book-demo';
import { bookDemo } from '#functions/api/contact/book-demo.contract';
import { handler as subscribeHandler } from '#functions/api/contact/subscribe-to-news';
import { subscribeToNews } from '#functions/api/contact/subscribe-to-news.contract';
import { recordContact } from '#shared/contact/contact-request';
import { serviceTable } from '#shared/db/client';
import { deliverMail } from '#shared/mails/deliver-mail';
import type { MailMessage } from '#shared/mails/messages/catalogue';
import { type ContactOrder, mailOrderOfMessage, type OrderContact } from '#shared/mails/queue/mail-queue';
import { MailUnavailable } from '#shared/sources/mailer';
import { call, type TestKit, testKit } from '#tests/integration/kit/test-kit';
import { requestTo, type TestRequest } from '#tests/support/call';
import { sendMessagesBy, TEST_CAPS } from '#tests/support/mails';

/** The sales address in these tests. */
export const SALES_EMAIL = 'sales@kyb.example';

/** The public forms over the emulated table, with a queue and mails that the test controls. */
export const contactWorld = (kit: TestKit = testKit()) => {
  const queued: ContactOrder[] = [];
  const mails: MailMessage[] = [];
  const world = { mailIsDown: false, queueIsDown: false };

  const mailer = {
    send: async (message: MailMessage) => {
      if (world.mailIsDown) throw new MailUnavailable('TimeoutError');
      mails.push(message);
      return undefined;
    },
  };
  const orderContact: OrderContact = async (order) => {
    if (world.queueIsDown) throw Object.assign(new Error('socket hang up'), { name: 'TimeoutError' });
    queued.push(mailOrderOfMessage(JSON.stringify({ kind: 'contact', ...order })) as ContactOrder);
  };
  const { clock, log, metrics } = kit;
  const sendNow = sendMessagesBy({ mailer, isSuppressed: async () => false, clock, log, metrics });

  /** Handles every message of the queue once, all at the same moment. Failed ones stay. */
  const deliver = async (): Promise<void> => {
    const table = serviceTable();
    const handle = (order: ContactOrder) =>
      recordContact(order, {
        table,
        salesEmail: SALES_EMAIL,
        sendMail: ({ id = order.orderId, ...mail }) =>
          deliverMail({ id, ...mail }, { table, clock, sendNow, caps: TEST_CAPS, log, metrics }),
      });
    await Promise.all(queued.splice(0).map((order) => handle(order).catch(() => queued.push(order))));
  };

  const handlers = {
    subscribe: subscribeHandler.with({ mails: orderContact }, kit),
    bookDemo: bookDemoHandler.with({ mails: orderContact }, kit),
  };
  const contracts = { subscribe: subscribeToNews, bookDemo };
  const send = (form: keyof typeof handlers, body: unknown, request: TestRequest = {}) =>
    call(handlers[form], requestTo(contracts[form], { ...request, body }));

  return { send, deliver, queued, mails, kit, world };
};
