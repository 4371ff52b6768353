import type { WriteOperation } from '#shared/db/expressions';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { APPLICANT_TRANSITIONS } from '#shared/onboarding/applicants/applicant-states';
import { decisionEvent } from '#shared/onboarding/applicants/outcome-events';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { type ReviewerEntry, reviewerTransition } from './reviewer-transition.ts';

/** The reason in events, in place of a reviewer's text, which may name people. */
export const EVENT_REASON = 'reviewer_decision';

/** The triggers by which a reviewer approves or rejects an applicant. */
type ConcludingTrigger = 'reviewApproved' | 'reviewRejected' | 'overturnedToApproved' | 'overturnedToRejected';

/** An applicant that a reviewer has approved or rejected, and the writes that do it, all or none. */
export interface Conclusion {
  readonly applicant: Applicant;
  readonly operations: Readonly<Record<'applicant' | 'event', WriteOperation>>;
}

/**
 * Approves or rejects an applicant, and emits the decision. The write refuses when the applicant has changed since it
 * was read, or somebody else is deciding it.
 *
 * @param entry its entry in the timeline; with `overturns`, the event replaces that decision.
 */
export const conclude = (
  applicant: Applicant,
  trigger: ConcludingTrigger,
  entry: ReviewerEntry & { readonly reason: string },
  nowMs: number,
): Conclusion => {
  const { to: status } = APPLICANT_TRANSITIONS[trigger];
  const { riskScore, modules } = applicant;
  const decidedAt = isoTime(nowMs);
  const decisionEventId = newId('sev', nowMs);
  const decided = { status, riskScore, decisionReason: EVENT_REASON, decidedAt, modules, overturns: entry.overturns };
  const set = { decisionReason: entry.reason, decidedAt, decisionEventId };
  const { applicant: concluded, write } = reviewerTransition(applicant, trigger, { entry, nowMs, set });
  return {
    applicant: concluded,
    operations: { applicant: write, event: decisionEvent(applicant, decided, decisionEventId, nowMs) },
  };
};
