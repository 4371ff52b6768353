import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { takeVisitStep, type VisitEffects } from '#shared/addresses/book-visit';
import { referenceOfMessage, sendVisit } from '#shared/addresses/visit-queue';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { queueEffects } from '#shared/events/queue-effects';
import { settleVisit } from '#shared/onboarding/assessment/settle-visit';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { startSourceTime } from '#shared/sources/patience';
import { sourcesOfStage } from '#shared/sources/sources-of-stage';

const log = makeLogger();
const metrics = makeMetrics();

const stageEffects = (): VisitEffects => ({
  table: serviceTable(),
  settleForApplicant: (visit) =>
    settleVisit(visit, { table: serviceTable(), clock: systemClock, sourcesFor: sourcesOfStage, log }),
  clock: systemClock,
  random: Math.random,
  sourcesFor: sourcesOfStage,
  startSourceTime,
  send: sendVisit,
  log,
  metrics,
});

/** Books the visits of submitted addresses, and completes simulated ones. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = stageEffects();
  return settleMessages(
    Records,
    { read: referenceOfMessage, handle: (reference) => takeVisitStep(reference, effects) },
    queueEffects(),
  );
};
