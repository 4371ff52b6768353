import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { queueEffects } from '#shared/events/queue-effects';
import { readNoticeCaps } from '#shared/mails/settings';
import { mailApplicantNotices } from '#shared/onboarding/notices/mail-applicant-notices';
import { apiUrl } from '#shared/platform/api-url';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { queueMail } from '#shared/sources/mail-queue';
import { stageMessenger } from '#shared/sources/stage-messenger';

const log = makeLogger();
const metrics = makeMetrics();

/** Mails and texts applicants, and mails those who follow them, about the events that a rule of the bus put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = {
    table: serviceTable(),
    clock: systemClock,
    sendMail: queueMail,
    apiUrl: apiUrl(),
    messenger: stageMessenger(),
    caps: readNoticeCaps(),
    log,
    metrics,
  };
  return settleMessages(
    Records,
    { read: eventOfMessage, handle: (event) => mailApplicantNotices(event, effects) },
    queueEffects(),
  );
};
