import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { queueEffects } from '#shared/events/queue-effects';
import { mailApplicantNotices } from '#shared/onboarding/notices/mail-applicant-notices';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { queueMail } from '#shared/sources/mail-queue';

const log = makeLogger();

/** Mails applicants, and those who follow them, about the events that a rule of the bus put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = { table: serviceTable(), clock: systemClock, sendMail: queueMail, log };
  return settleMessages(
    Records,
    { read: eventOfMessage, handle: (event) => mailApplicantNotices(event, effects) },
    queueEffects(),
  );
};
