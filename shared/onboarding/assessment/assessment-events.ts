import type { WriteOperation } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { isoTime } from '#shared/platform/clock';
import type { Assessment, ModuleVerdictEvent } from './assessment.ts';
import type { AssessmentGround } from './assessment-snapshot.ts';

/** The applicant and the submission in an event of an assessment. */
type Told = Pick<AssessmentGround, 'submission' | 'applicant'>;

const envelopeOf = ({ submission: { accountId, environment, widgetId } }: Told) => ({
  accountId,
  environment,
  widgetId,
});

const idsOf = ({ submission, applicant: { referenceId } }: Told) => ({
  applicantId: submission.applicantId,
  widgetId: submission.widgetId,
  environment: submission.environment,
  referenceId,
  submissionReference: submission.submissionReference,
});

const applicantOf = (told: Told) => ({ ...idsOf(told), createdBy: told.applicant.createdBy });

/** When the decision was made, for the final outcomes. */
export const decidedAt = (outcome: Assessment['outcome'], nowMs: number): string | null =>
  outcome === 'approved' || outcome === 'rejected' ? isoTime(nowMs) : null;

/** The event of one check. To whoever asked for it, a record that is not clearly the declared one is a failed check. */
const verdictEvent = (told: Told, { event, status, ...verdict }: ModuleVerdictEvent, nowMs: number): WriteOperation =>
  emit(
    {
      type: event,
      ...envelopeOf(told),
      data: {
        verificationReference: null,
        companyId: null,
        ...idsOf(told),
        ...verdict,
        status: status === 'review' ? 'failed' : status,
        reasonCodes: [...verdict.reasonCodes],
      },
    },
    nowMs,
  );

const outcomeEvent = (
  told: Told,
  { outcome, riskScore, decisionReason, results }: Assessment,
  reopened: readonly ModuleId[],
  nowMs: number,
): WriteOperation =>
  outcome === 'resubmission_requested'
    ? emit(
        {
          type: 'kyb.applicant.resubmission_requested',
          ...envelopeOf(told),
          data: { ...applicantOf(told), modules: [...reopened], reason: decisionReason },
        },
        nowMs,
      )
    : emit(
        {
          type: 'kyb.applicant.decision',
          ...envelopeOf(told),
          data: {
            ...applicantOf(told),
            status: outcome,
            riskScore,
            decisionReason,
            decidedAt: decidedAt(outcome, nowMs),
            modules: results.flatMap(({ moduleId, status, reasonCodes }) =>
              status === 'pending' ? [] : [{ moduleId, status, reasonCodes }],
            ),
          },
        },
        nowMs,
      );

/**
 * The writes that emit the events of an assessment: its outcome, and every verdict that has an event of its own
 * (interface: Event types emitted).
 *
 * @param reopened the modules that the applicant has to answer again.
 */
export const assessmentEvents = (
  told: Told,
  assessment: Assessment,
  reopened: readonly ModuleId[],
  nowMs: number,
): Readonly<Record<`event${number}`, WriteOperation>> => {
  const events = [
    outcomeEvent(told, assessment, reopened, nowMs),
    ...assessment.verdictEvents.map((verdict) => verdictEvent(told, verdict, nowMs)),
  ];
  return Object.fromEntries(events.map((event, index) => [`event${index}`, event]));
};
