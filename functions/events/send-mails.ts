import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { fulfilMailOrder } from '#shared/auth/mail-orders';
import { pepperSecret } from '#shared/auth/stage-secrets';
import { recordContact } from '#shared/contact/contact-request';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { mainWebOrigin } from '#shared/http/own-origins';
import { systemClock } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { type MailOrder, mailOrderOfMessage } from '#shared/sources/mail-queue';
import { sendMailBy } from '#shared/sources/send-mail';
import { stageMailer } from '#shared/sources/stage-mailer';

const log = makeLogger();
const metrics = makeMetrics();

/** Sends the mails of its queue, the requested codes where there is a recipient, and to sales what visitors sent. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const sendMail = sendMailBy({ mailer: stageMailer(), clock: systemClock, log, metrics });
  const effects = {
    table: serviceTable(),
    pepper: pepperSecret,
    webOrigin: mainWebOrigin(),
    clock: systemClock,
    sendMail,
  };
  const handle = (order: MailOrder): Promise<void> =>
    order.kind === 'contact'
      ? recordContact(order, { ...effects, salesEmail: env('SALES_EMAIL') })
      : fulfilMailOrder(order, effects);
  return settleMessages(Records, { read: mailOrderOfMessage, handle }, queueEffects());
};
