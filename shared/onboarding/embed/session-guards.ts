import { ApiError } from '#shared/errors/api-error';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';

/** Finds the session in the widget whose token the caller holds. @throws ApiError SESSION_NOT_FOUND. */
export const requireSession = (session: EmbedSession | undefined, widgetId: string): EmbedSession => {
  if (session?.widgetId !== widgetId) throw new ApiError('SESSION_NOT_FOUND');
  return session;
};

/** How an application ended, as the applicant may learn it. Only the account may disclose that it is under review. */
export type EndedStatus = 'submitted' | 'approved' | 'rejected' | 'abandoned' | 'expired';

/** The refusal of a session that has ended, with `details: {status}`. */
export const endedRefusal = (status: EndedStatus): ApiError =>
  new ApiError(status === 'abandoned' || status === 'expired' ? 'APPLICANT_NOT_OPEN' : 'SESSION_NOT_IN_PROGRESS', {
    details: { status },
  });

/** @throws ApiError SESSION_NOT_IN_PROGRESS when it was submitted; APPLICANT_NOT_OPEN when it was abandoned or has expired. */
export const guardInProgress = ({ status }: EmbedSession): void => {
  if (status !== 'in_progress') throw endedRefusal(status);
};

/** Like {@link guardInProgress}, for a call that resumes an abandoned session if its widget allows that. */
export const guardResumable = (session: EmbedSession, { config: { flow } }: Pick<Widget, 'config'>): void => {
  if (session.status !== 'abandoned' || !flow.enableResume) guardInProgress(session);
};

/** @throws ApiError SESSION_EXPIRED when the last activity is longer ago than the widget allows. */
export const guardNotExpired = ({ expiresAt }: EmbedSession, nowMs: number): void => {
  if (expiresAt <= isoTime(nowMs)) throw new ApiError('SESSION_EXPIRED');
};
