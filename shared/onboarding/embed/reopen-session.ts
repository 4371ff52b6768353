import type { WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/http/errors';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { sessionExpiry } from '#shared/onboarding/sessions/embed-session';
import { renewSession } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';

/** A session whose time starts anew, and the write that does it. */
export interface ReopenedSession {
  readonly sessionId: string;
  /** The new expiry. */
  readonly expiresAt: string;
  /** Refuses when the session is not in progress. */
  readonly renewal: WriteOperation;
}

/**
 * Opens the session that an applicant was created with, and starts its time anew: an applicant invited today may start
 * tomorrow. One who has already started resumes, which the widget may disable.
 *
 * @throws ApiError APPLICANT_NOT_FOUND when the widget has no such applicant; RESUME_DISABLED.
 */
export const reopenSession = (
  { id: widgetId, config: { flow } }: Widget,
  applicant: Applicant | undefined,
  nowMs: number,
): ReopenedSession => {
  if (applicant?.widgetId !== widgetId) throw new ApiError('APPLICANT_NOT_FOUND');
  if (applicant.status !== 'created' && !flow.enableResume) throw new ApiError('RESUME_DISABLED');
  const { sessionId } = applicant;
  const expiresAt = sessionExpiry(flow.sessionTimeoutMinutes, nowMs);
  return { sessionId, expiresAt, renewal: renewSession(sessionId, expiresAt) };
};
