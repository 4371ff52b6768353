import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { type MailReport, reportOfMessage } from '#shared/mails/mail-report';
import { suppressReported } from '#shared/mails/suppressed-addresses';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Ends sending to addresses whose mails bounced for good, or whose readers complained, as the mail service reports it. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = { table: serviceTable(), log, metrics };
  const handle = async (report: MailReport | undefined): Promise<void> => {
    if (report) await suppressReported(report, effects);
  };
  return settleMessages(Records, { read: reportOfMessage, handle }, queueEffects());
};
