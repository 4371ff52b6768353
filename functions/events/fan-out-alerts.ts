import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { takeFanOutStep } from '#shared/monitoring/alerts/fan-out';
import { fanOutOfMessage, sendFanOut } from '#shared/monitoring/alerts/fan-out-queue';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';

const log = makeLogger();
const metrics = makeMetrics();

/** Notifies the watchers of vendors of changes of their scores. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = { table: serviceTable(), clock: systemClock, send: sendFanOut, log, metrics };
  return settleMessages(
    Records,
    { read: fanOutOfMessage, handle: (step) => takeFanOutStep(step, effects) },
    queueEffects(),
  );
};
