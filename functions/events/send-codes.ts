import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { fulfilCodeOrder } from '#shared/auth/mail-orders';
import { pepperSecret } from '#shared/auth/stage-secrets';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { mainWebOrigin } from '#shared/http/own-origins';
import { askAddress } from '#shared/mails/confirmations';
import { deliverOnce } from '#shared/mails/deliver-once';
import { readNoticeCaps } from '#shared/mails/settings';
import { isSuppressed } from '#shared/mails/suppressed-addresses';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { codeOrderOfMessage, type OrderedMail } from '#shared/sources/mail-queue';
import { sendMailBy } from '#shared/sources/send-mail';
import { stageMailer } from '#shared/sources/stage-mailer';

const log = makeLogger();
const metrics = makeMetrics();

/** Sends the mails that somebody waits for, and the requested codes where there is a recipient. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const table = serviceTable();
  const clock = systemClock;
  const sendNow = sendMailBy({
    ...{ mailer: stageMailer(), clock, log, metrics },
    isSuppressed: (address) => isSuppressed(table, address),
  });
  const effects = {
    table,
    pepper: pepperSecret,
    webOrigin: mainWebOrigin(),
    clock,
    sendMail: sendNow,
    deliver: (order: OrderedMail) => deliverOnce(order, { table, clock, sendNow, log }),
    ask: (order: Parameters<typeof askAddress>[0]) =>
      askAddress(order, { table, clock, sendNow, caps: readNoticeCaps(), log, metrics }),
  };
  return settleMessages(
    Records,
    { read: codeOrderOfMessage, handle: (order) => fulfilCodeOrder(order, effects) },
    queueEffects(),
  );
};
