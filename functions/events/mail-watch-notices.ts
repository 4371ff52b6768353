import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { readEmailOf } from '#shared/auth/account';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { queueEffects } from '#shared/events/queue-effects';
import { mailWatchNotice } from '#shared/monitoring/watches/watch-notices';
import { makeLogger } from '#shared/platform/logger';
import { queueMail } from '#shared/sources/mail-queue';

const log = makeLogger();

/** Mails accounts about their watches, for the events that a rule of the bus put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const table = serviceTable();
  const emailOf = (accountId: string) => readEmailOf(table, { accountId });
  const effects = { table, emailOf, sendMail: queueMail, log };
  return settleMessages(
    Records,
    { read: eventOfMessage, handle: (event) => mailWatchNotice(event, effects) },
    queueEffects(),
  );
};
