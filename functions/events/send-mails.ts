import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { fulfilMailOrder } from '#shared/auth/mail-orders';
import { pepperSecret } from '#shared/auth/stage-secrets';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { mailOrderOfMessage } from '#shared/sources/mail-queue';
import { sendMailBy } from '#shared/sources/send-mail';
import { stageMailer } from '#shared/sources/stage-mailer';

const log = makeLogger();
const metrics = makeMetrics();

/** Sends the mails of its queue, and the requested codes where there is a recipient. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const sendMail = sendMailBy({ mailer: stageMailer(), clock: systemClock, log, metrics });
  const effects = { table: serviceTable(), pepper: pepperSecret, clock: systemClock, sendMail };
  return settleMessages(
    Records,
    { read: mailOrderOfMessage, handle: (order) => fulfilMailOrder(order, effects) },
    queueEffects(),
  );
};
