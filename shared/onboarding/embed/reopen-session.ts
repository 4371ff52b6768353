import type { WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import type { ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import { sessionExpiry } from '#shared/onboarding/sessions/embed-session';
import { sessionUnanswered } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { type EndedStatus, endedRefusal } from './session-guards.ts';

/** A session whose time starts anew, and the writes that do it. They refuse when it has changed since. */
export interface ReopenedSession {
  readonly sessionId: string;
  /** The new expiry. */
  readonly expiresAt: string;
  readonly operations: {
    readonly session: WriteOperation;
    /** Only of an applicant that resumes after abandoning. */
    readonly applicant: WriteOperation | undefined;
  };
}

/** The statuses of those whom the account waits for, whom it invited or asked to resubmit: they may always open. */
const AWAITED: readonly ApplicantStatus[] = ['created', 'resubmission_requested'];

/** How each status that ends a session is told; the others are open. */
const ENDED: Readonly<Partial<Record<ApplicantStatus, EndedStatus>>> = {
  submitted: 'submitted',
  processing: 'submitted',
  requires_review: 'submitted',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
};

/** @throws ApiError why the session of an applicant cannot be opened. */
const guardStatus = ({ status, createdBy }: Applicant, { status: widgetStatus, config: { flow } }: Widget): void => {
  const end = status === 'abandoned' && !flow.enableResume ? status : ENDED[status];
  if (end) throw endedRefusal(end);
  // Open sessions may finish on a paused widget; that of an applicant who was invited and has not begun is none.
  if (widgetStatus !== 'live' && status === 'created' && createdBy === 'account') throw new ApiError('WIDGET_NOT_LIVE');
  if (!AWAITED.includes(status) && !flow.enableResume) throw new ApiError('RESUME_DISABLED');
};

/**
 * Opens the session that an applicant was created with, and starts its time anew: an applicant invited today may start
 * tomorrow. One who has already started resumes, also after abandoning, which the widget may disable.
 *
 * @throws ApiError APPLICANT_NOT_FOUND when the widget has no such applicant; APPLICANT_NOT_OPEN; SESSION_NOT_IN_PROGRESS;
 * WIDGET_NOT_LIVE for one who has not begun, while the widget is paused; RESUME_DISABLED.
 */
export const reopenSession = (widget: Widget, applicant: Applicant | undefined, nowMs: number): ReopenedSession => {
  if (applicant?.widgetId !== widget.id) throw new ApiError('APPLICANT_NOT_FOUND');
  const { id, sessionId, status, startedAt } = applicant;
  // To whoever holds the link it is over, like one that expired: that it was erased is the account's to tell.
  if (applicant.erasedAt !== undefined) throw endedRefusal('expired');
  guardStatus(applicant, widget);
  const expiresAt = sessionExpiry(widget.config.flow.sessionTimeoutMinutes, nowMs);
  const resumes = status === 'abandoned';
  return {
    sessionId,
    expiresAt,
    operations: {
      session: sessionUnanswered(sessionId, resumes ? 'resume' : 'renew', {
        expiresAt,
        lastActiveAt: isoTime(nowMs),
      }),
      applicant: resumes
        ? applicantTransition(id, 'resume', {
            by: 'applicant',
            nowMs,
            // One that abandons before its first answer starts here: the first save finds it in progress.
            set: { startedAt: startedAt ?? isoTime(nowMs) },
          })
        : undefined,
    },
  };
};
