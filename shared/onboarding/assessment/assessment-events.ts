import type { WriteOperation } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import { decisionEvent, resubmissionEvent } from '#shared/onboarding/applicants/outcome-events';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { isoTime } from '#shared/platform/clock';
import type { Assessment, ModuleVerdictEvent } from './assessment.ts';
import type { AssessmentSnapshot } from './assessment-snapshot.ts';
import type { Submission } from './submission.ts';

/** The applicant and the submission in an event of an assessment. */
export interface AssessedApplicant {
  readonly applicant: AssessmentSnapshot['applicant'];
  readonly submission: Omit<Submission, 'submittedAt' | 'reassessment'>;
}

const envelopeOf = ({ submission: { accountId, environment, widgetId } }: AssessedApplicant) => ({
  accountId,
  environment,
  widgetId,
});

const idsOf = ({ submission, applicant: { referenceId } }: AssessedApplicant) => ({
  applicantId: submission.applicantId,
  widgetId: submission.widgetId,
  environment: submission.environment,
  referenceId,
  submissionReference: submission.submissionReference,
});

/** The time of the decision for final outcomes, else null. */
export const decidedAt = (outcome: Assessment['outcome'], nowMs: number): string | null =>
  outcome === 'approved' || outcome === 'rejected' ? isoTime(nowMs) : null;

/** The event of one check. A record that does not clearly match is a failed check in the event. */
const verdictEvent = (
  concerned: AssessedApplicant,
  { event, status, ...verdict }: ModuleVerdictEvent,
  nowMs: number,
): WriteOperation =>
  emit(
    {
      type: event,
      ...envelopeOf(concerned),
      data: {
        companyId: null,
        ...idsOf(concerned),
        ...verdict,
        completedAt: verdict.completedAt ?? isoTime(nowMs),
        status: status === 'review' ? 'failed' : status,
        reasonCodes: [...verdict.reasonCodes],
      },
    },
    nowMs,
  );

/** Further fields of the event of an outcome. */
export interface OutcomeDetails {
  /** The modules that the applicant has to answer again. */
  readonly reopened: readonly ModuleId[];
  /** The new id of the event of a decision (`sev_`). */
  readonly decisionEventId: string;
}

const outcomeEvent = (
  concerned: AssessedApplicant,
  { outcome, riskScore, decisionReason, results }: Assessment,
  { reopened, decisionEventId }: OutcomeDetails,
  nowMs: number,
): WriteOperation => {
  const applicant = { ...concerned.applicant, submissionReference: concerned.submission.submissionReference };
  if (outcome === 'resubmission_requested') {
    return resubmissionEvent(applicant, { modules: reopened, reason: decisionReason }, nowMs);
  }
  const decision = { status: outcome, riskScore, decisionReason, decidedAt: decidedAt(outcome, nowMs) };
  return decisionEvent(applicant, { ...decision, modules: results }, decisionEventId, nowMs);
};

/** The writes that emit the verdicts that have their own event. */
export const verdictEvents = (
  concerned: AssessedApplicant,
  { verdictEvents: verdicts }: Pick<Assessment, 'verdictEvents'>,
  nowMs: number,
): Readonly<Record<`event${number}`, WriteOperation>> =>
  Object.fromEntries(verdicts.map((verdict, index) => [`event${index}`, verdictEvent(concerned, verdict, nowMs)]));

/**
 * The writes that emit the events of an assessment: its outcome, and every verdict that has its own event (interface:
 * Event types emitted).
 */
export const assessmentEvents = (
  concerned: AssessedApplicant,
  assessment: Assessment,
  details: OutcomeDetails,
  nowMs: number,
): Readonly<Record<'outcome' | `event${number}`, WriteOperation>> => {
  return {
    outcome: outcomeEvent(concerned, assessment, details, nowMs),
    ...verdictEvents(concerned, assessment, nowMs),
  };
};
