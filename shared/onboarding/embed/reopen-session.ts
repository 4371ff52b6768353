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

/** A session with renewed time, and the writes that renew it. They refuse when it has changed since it was read. */
export interface ReopenedSession {
  readonly sessionId: string;
  /** The new expiry. */
  readonly expiresAt: string;
  readonly operations: {
    readonly session: WriteOperation;
    /** Only for an applicant that resumes after abandoning. */
    readonly applicant: WriteOperation | undefined;
  };
}

/** The statuses of applicants that the account has invited or asked to resubmit: they may always open. */
const AWAITED: readonly ApplicantStatus[] = ['created', 'resubmission_requested'];

/** The status that is shown for each status that ends a session; the others are open. */
const ENDED: Readonly<Partial<Record<ApplicantStatus, EndedStatus>>> = {
  submitted: 'submitted',
  processing: 'submitted',
  requires_review: 'submitted',
  approved: 'approved',
  rejected: 'rejected',
  expired: 'expired',
};

/** @throws ApiError when the applicant's status does not allow opening the session. */
const guardStatus = ({ status, createdBy }: Applicant, { status: widgetStatus, config: { flow } }: Widget): void => {
  const end = status === 'abandoned' && !flow.enableResume ? status : ENDED[status];
  if (end) throw endedRefusal(end);
  // On a paused widget, open sessions may finish. An invited applicant that has not begun has no open session.
  if (widgetStatus !== 'live' && status === 'created' && createdBy === 'account') throw new ApiError('WIDGET_NOT_LIVE');
  if (!AWAITED.includes(status) && !flow.enableResume) throw new ApiError('RESUME_DISABLED');
};

/**
 * Opens the session that an applicant was created with, and renews its time: an applicant invited today may start
 * tomorrow. An applicant that has started resumes, even after abandoning, unless the widget disables that.
 *
 * @throws ApiError APPLICANT_NOT_FOUND when the widget has no such applicant; APPLICANT_NOT_OPEN;
 * SESSION_NOT_IN_PROGRESS; WIDGET_NOT_LIVE for an applicant that has not begun, while the widget is paused;
 * RESUME_DISABLED.
 */
export const reopenSession = (widget: Widget, applicant: Applicant | undefined, nowMs: number): ReopenedSession => {
  if (applicant?.widgetId !== widget.id) throw new ApiError('APPLICANT_NOT_FOUND');
  const { id, sessionId, status, startedAt } = applicant;
  // An erasure looks like expiry to the holder of the link: only the account may disclose it.
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
            // An applicant that abandoned before its first answer starts here: the first save will find it in progress.
            set: { startedAt: startedAt ?? isoTime(nowMs) },
          })
        : undefined,
    },
  };
};
