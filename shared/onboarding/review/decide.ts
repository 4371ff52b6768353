import type { WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { APPLICANT_TRANSITIONS, type ApplicantTrigger } from '#shared/onboarding/applicants/applicant-states';
import { guardNotErased } from '#shared/onboarding/applicants/erased';
import { illegalState } from '#shared/onboarding/applicants/illegal-state';
import { resubmissionEvent } from '#shared/onboarding/applicants/outcome-events';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { sessionExpiry } from '#shared/onboarding/sessions/embed-session';
import { reopenFor } from '#shared/onboarding/sessions/embed-session-repository';
import { openModules } from '#shared/onboarding/sessions/flow';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { conclude, EVENT_REASON } from './conclude.ts';
import type { ReviewerDecision } from './review-bodies.ts';
import { type ReviewerEntry, reviewerTransition } from './reviewer-transition.ts';

const TRIGGERS = {
  approve: 'reviewApproved',
  reject: 'reviewRejected',
  request_resubmission: 'reviewForResubmission',
} as const satisfies Record<ReviewerDecision['decision'], ApplicantTrigger>;

/** The error for a decision on an applicant that has changed since the reviewer saw it, and still requires review. */
export const changedMeanwhile = (): ApiError =>
  new ApiError('ILLEGAL_STATE', {
    details: [{ path: 'updatedAt', message: 'The applicant has changed since then. Read it again before you decide.' }],
  });

/** Whether a reviewer has already moved the applicant to the trigger's status, as its last change. */
export const isDoneByReviewer = ({ status, timeline }: Applicant, trigger: ApplicantTrigger): boolean =>
  status === APPLICANT_TRANSITIONS[trigger].to && timeline.at(-1)?.by === 'reviewer';

/** Whether the last decision is the same as this one; an overturn never is. */
export const isSameDecision = (applicant: Applicant, { decision }: ReviewerDecision): boolean =>
  isDoneByReviewer(applicant, TRIGGERS[decision]) && applicant.timeline.at(-1)?.overturns === undefined;

/** A reviewer's decision, with the credential that makes it. */
export type Reviewed = ReviewerDecision & Pick<ReviewerEntry, 'reviewedBy'>;

/** An applicant after a reviewer's decision, and the writes that make it, all or none. */
export interface Review {
  readonly applicant: Applicant;
  readonly operations: {
    readonly applicant: WriteOperation;
    readonly session?: WriteOperation;
    readonly event: WriteOperation;
  };
}

/**
 * The modules that a resubmission reopens, in the applicant's order.
 *
 * @throws ApiError MODULE_NOT_ENABLED naming those that are not enabled.
 */
const reopenedModules = (
  { moduleOrder }: Applicant,
  { config }: Widget,
  requested: readonly string[] | undefined,
): readonly ModuleId[] => {
  const open = openModules(config, moduleOrder);
  if (!requested) return open;
  const details = requested.flatMap((id, index) =>
    open.some((enabled) => enabled === id)
      ? []
      : [{ path: `modules.${index}`, message: `Module "${id}" is not enabled` }],
  );
  if (details.length > 0) throw new ApiError('MODULE_NOT_ENABLED', { details });
  return open.filter((id) => requested.includes(id));
};

/** Reopens the session of an applicant that requires review, for the modules that it has to answer again. */
const requestResubmission = (
  applicant: Applicant,
  widget: Widget,
  { reason, reviewedBy, applicantMessage, modules: requested }: Reviewed,
  nowMs: number,
): Review => {
  const modules = [...reopenedModules(applicant, widget, requested)];
  const { applicant: sentBack, write } = reviewerTransition(applicant, TRIGGERS.request_resubmission, {
    entry: { reviewedBy, reason, modules },
    nowMs,
    set: { decisionReason: reason },
  });
  return {
    applicant: sentBack,
    operations: {
      applicant: write,
      session: reopenFor(applicant.sessionId, {
        modules,
        message: applicantMessage,
        expiresAt: sessionExpiry(widget.config.flow.sessionTimeoutMinutes, nowMs),
        nowMs,
      }),
      event: resubmissionEvent(applicant, { modules, reason: EVENT_REASON }, nowMs),
    },
  };
};

/**
 * Makes a reviewer's decision on an applicant (completions of the interface: Applicant status), only from
 * `requires_review`.
 *
 * @param widget the applicant's widget, for a resubmission; undefined when it was deleted and nobody could resubmit.
 * @throws ApiError ILLEGAL_STATE; MODULE_NOT_ENABLED.
 */
export const review = (applicant: Applicant, widget: Widget | undefined, decided: Reviewed, nowMs: number): Review => {
  if (applicant.status !== 'requires_review') throw illegalState(applicant.status);
  guardNotErased(applicant);
  if (decided.updatedAt !== undefined && decided.updatedAt !== applicant.updatedAt) throw changedMeanwhile();
  const { decision } = decided;
  if (decision !== 'request_resubmission') {
    const { reviewedBy, reason } = decided;
    return conclude(applicant, TRIGGERS[decision], { reviewedBy, reason }, nowMs);
  }
  if (!widget) throw new ApiError('WIDGET_NOT_FOUND');
  return requestResubmission(applicant, widget, decided, nowMs);
};
