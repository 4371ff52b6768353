import type { WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/http/errors';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import type { ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import { sessionExpiry } from '#shared/onboarding/sessions/embed-session';
import { sessionUnanswered } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';

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

/** The statuses of an applicant whose session is in progress. */
const IN_PROGRESS: readonly ApplicantStatus[] = [...AWAITED, 'in_progress'];

/** @throws ApiError why the session of an applicant in this status cannot be opened. */
const guardStatus = (status: ApplicantStatus, enableResume: boolean): void => {
  if (status === 'expired' || (status === 'abandoned' && !enableResume)) throw new ApiError('APPLICANT_NOT_OPEN');
  if (!AWAITED.includes(status) && !enableResume) throw new ApiError('RESUME_DISABLED');
  if (status !== 'abandoned' && !IN_PROGRESS.includes(status)) throw new ApiError('SESSION_NOT_IN_PROGRESS');
};

/**
 * Opens the session that an applicant was created with, and starts its time anew: an applicant invited today may start
 * tomorrow. One who has already started resumes, also after abandoning, which the widget may disable.
 *
 * @throws ApiError APPLICANT_NOT_FOUND when the widget has no such applicant; RESUME_DISABLED; APPLICANT_NOT_OPEN;
 * SESSION_NOT_IN_PROGRESS.
 */
export const reopenSession = (
  { id: widgetId, config: { flow } }: Widget,
  applicant: Applicant | undefined,
  nowMs: number,
): ReopenedSession => {
  if (applicant?.widgetId !== widgetId) throw new ApiError('APPLICANT_NOT_FOUND');
  const { id, sessionId, status, startedAt } = applicant;
  guardStatus(status, flow.enableResume);
  const expiresAt = sessionExpiry(flow.sessionTimeoutMinutes, nowMs);
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
