import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { recordContact } from '#shared/contact/contact-request';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { deliverMail } from '#shared/mails/deliver-mail';
import { mailPace, readNoticeCaps } from '#shared/mails/settings';
import { isSuppressed } from '#shared/mails/suppressed-addresses';
import { systemClock } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { type MailLaneOrder, mailOrderOfMessage } from '#shared/sources/mail-queue';
import { sendMailBy } from '#shared/sources/send-mail';
import { stageMailer } from '#shared/sources/stage-mailer';

const log = makeLogger();
const metrics = makeMetrics();

/** Sends the mails that nobody waits for, at the stage's pace, and to sales what visitors sent. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const table = serviceTable();
  const clock = systemClock;
  const sendNow = sendMailBy({
    ...{ mailer: stageMailer(), clock, log, metrics },
    isSuppressed: (address) => isSuppressed(table, address),
  });
  const effects = { table, clock, sendNow, caps: readNoticeCaps(), log, metrics };
  const takeTurn = mailPace();
  const handle = async (order: MailLaneOrder): Promise<void> => {
    await takeTurn();
    if (order.kind === 'mail') return deliverMail(order, effects);
    await recordContact(order, {
      table,
      salesEmail: env('SALES_EMAIL'),
      sendMail: ({ id = order.orderId, ...mail }) => deliverMail({ id, ...mail }, effects),
    });
  };
  return settleMessages(Records, { read: mailOrderOfMessage, handle }, queueEffects());
};
