import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { serviceTable } from '#shared/db/client';
import { settleMessages } from '#shared/events/batch';
import { eventOfMessage } from '#shared/events/bus-message';
import { queueEffects } from '#shared/events/queue-effects';
import { type AssessmentEffects, assessSubmission } from '#shared/onboarding/assessment/assessment-run';
import { submissionOf } from '#shared/onboarding/assessment/submission';
import { systemClock } from '#shared/platform/clock';
import { makeLogger } from '#shared/platform/logger';
import { makeMetrics } from '#shared/platform/metrics';
import { startSourceTime } from '#shared/sources/patience';
import { sourcesOfStage } from '#shared/sources/sources-of-stage';

const log = makeLogger();
const metrics = makeMetrics();

const stageEffects = (): AssessmentEffects => ({
  table: serviceTable(),
  clock: systemClock,
  sourcesFor: sourcesOfStage,
  startSourceTime,
  log,
  metrics,
});

/** Assesses the applicants whose submissions a rule of the bus put on its queue. */
export const handler = ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const effects = stageEffects();
  return settleMessages(
    Records,
    {
      read: (body) => submissionOf(eventOfMessage(body)),
      handle: (submission) => assessSubmission(submission, effects),
    },
    queueEffects(),
  );
};
