import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { sendFanOut } from '#shared/monitoring/alerts/fan-out-queue';
import { checkOfMessage } from '#shared/monitoring/checks/check-queue';
import { type CheckEffects, checkVendor } from '#shared/monitoring/checks/check-vendor';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { startSourceTime } from '#shared/sources/patience';
import { sourcesOfStage } from '#shared/sources/sources-of-stage';

const log = makeLogger();
const metrics = makeMetrics();

const stageEffects = (): CheckEffects => ({
  table: serviceTable(),
  clock: systemClock,
  sourcesFor: sourcesOfStage,
  startSourceTime,
  fanOut: sendFanOut,
  log,
  metrics,
});

/** Checks the watched vendors that a schedule put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = stageEffects();
  return settleMessages(
    Records,
    { read: checkOfMessage, handle: (check) => checkVendor(check, effects) },
    queueEffects(),
  );
};
