import { consume } from '#shared/consumers/consume';
import { eventOfMessage } from '#shared/events/bus-message';
import { assessSubmission } from '#shared/onboarding/assessment/assessment-run';
import { submissionOf } from '#shared/onboarding/assessment/submission';
import { vault } from '#shared/platform/vault';
import { startSourceTime } from '#shared/sources/patience';
import { sources } from '#shared/sources/sources-of-stage';
import { evidenceRetention } from '#shared/verification/evidence-store';
import { assessApplicantConsumer } from './assess-applicant.consumer.ts';

/** Assesses the applicants whose submissions a rule of the bus put on its queue. */
export const handler = consume(assessApplicantConsumer, {
  effects: [evidenceRetention, sources, vault],
  read: (body) => submissionOf(eventOfMessage(body)),
  handle: (submission, { sources: sourcesFor, ...effects }) =>
    assessSubmission(submission, { ...effects, sourcesFor, startSourceTime }),
});
