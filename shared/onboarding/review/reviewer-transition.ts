import type { Condition, WriteOperation } from '#shared/db/expressions';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantTransition, type TransitionDetails } from '#shared/onboarding/applicants/applicant-repository';
import { APPLICANT_TRANSITIONS, type ApplicantTrigger } from '#shared/onboarding/applicants/applicant-states';
import { type TimelineEntry, withReview } from '#shared/onboarding/applicants/timeline';
import { isoTime } from '#shared/platform/clock';

/** The timeline entry of a reviewer's change of status: who made it, and why. */
export type ReviewerEntry = Omit<TimelineEntry, 'status' | 'at' | 'by'> & Required<Pick<TimelineEntry, 'reviewedBy'>>;

/** What a reviewer's change also writes and requires. */
interface ReviewerChange {
  readonly entry: ReviewerEntry;
  readonly nowMs: number;
  readonly set: NonNullable<TransitionDetails['set']>;
  readonly when?: Condition;
}

/**
 * An applicant after a reviewer's change of its status, and the write that makes it. The write refuses when the
 * applicant has changed since it was read.
 */
export const reviewerTransition = (
  applicant: Applicant,
  trigger: ApplicantTrigger,
  { entry, nowMs, set, when = {} }: ReviewerChange,
): { readonly applicant: Applicant; readonly write: WriteOperation } => {
  const { to: status } = APPLICANT_TRANSITIONS[trigger];
  const at = isoTime(nowMs);
  const timeline = withReview(applicant.timeline, { status, at, by: 'reviewer', ...entry });
  return {
    applicant: { ...applicant, ...set, status, timeline, updatedAt: at },
    write: applicantTransition(applicant.id, trigger, {
      by: 'reviewer',
      nowMs,
      set,
      timeline,
      when: { ...when, updatedAt: { equals: applicant.updatedAt } },
    }),
  };
};
