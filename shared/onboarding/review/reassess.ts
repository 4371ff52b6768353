import type { WriteOperation } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { guardNotErased } from '#shared/onboarding/applicants/erased';
import { illegalState } from '#shared/onboarding/applicants/illegal-state';
import { isDoneByReviewer } from './decide.ts';
import { reviewerTransition } from './reviewer-transition.ts';

/** An applicant that is to be reassessed, and the writes that request it, all or none. */
export interface Reassessment {
  readonly applicant: Applicant;
  /** Undefined when it is being reassessed already, so that a repeated call changes nothing. */
  readonly operations: Readonly<Record<'applicant' | 'event', WriteOperation>> | undefined;
}

/**
 * Requests a reassessment of an applicant that requires review: modules with a verdict keep it, all others are checked
 * and billed. The writes refuse when the applicant has changed since it was read.
 *
 * @param reviewedBy the credential that requests it.
 * @throws ApiError ILLEGAL_STATE.
 */
export const reassess = (applicant: Applicant, reviewedBy: string, nowMs: number): Reassessment => {
  if (isDoneByReviewer(applicant, 'reassess')) return { applicant, operations: undefined };
  const { id, accountId, environment, widgetId, status, submissionReference, submittedAt } = applicant;
  if (status !== 'requires_review') throw illegalState(status);
  guardNotErased(applicant);
  if (submissionReference === null || submittedAt === null) {
    throw new Error('An applicant requires review that was not submitted');
  }
  const reassessments = applicant.reassessments + 1;
  const { applicant: reassessed, write } = reviewerTransition(applicant, 'reassess', {
    entry: { reviewedBy },
    nowMs,
    set: { reassessments },
    when: {
      submittedAt: { equals: submittedAt },
      reassessments: { missingOr: { equals: applicant.reassessments } },
    },
  });
  return {
    applicant: reassessed,
    operations: {
      applicant: write,
      event: emit(
        {
          type: 'kyb.reassessment.requested',
          accountId,
          environment,
          widgetId,
          data: { applicantId: id, widgetId, submissionReference, submittedAt, reassessment: reassessments },
        },
        nowMs,
      ),
    },
  };
};
