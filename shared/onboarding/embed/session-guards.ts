import { ApiError } from '#shared/http/errors';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';

/** A session of the widget whose token the caller holds. @throws ApiError SESSION_NOT_FOUND. */
export const requireSession = (session: EmbedSession | undefined, widgetId: string): EmbedSession => {
  if (session?.widgetId !== widgetId) throw new ApiError('SESSION_NOT_FOUND');
  return session;
};

/** @throws ApiError SESSION_NOT_IN_PROGRESS when it was submitted; APPLICANT_NOT_OPEN when it was abandoned or has expired. */
export const guardInProgress = ({ status }: EmbedSession): void => {
  if (status === 'submitted') throw new ApiError('SESSION_NOT_IN_PROGRESS');
  if (status !== 'in_progress') throw new ApiError('APPLICANT_NOT_OPEN');
};

/** The same for a call that resumes an abandoned session, where its widget allows that. */
export const guardResumable = (session: EmbedSession, { config: { flow } }: Pick<Widget, 'config'>): void => {
  if (session.status !== 'abandoned' || !flow.enableResume) guardInProgress(session);
};

/** @throws ApiError SESSION_EXPIRED when its last activity is longer ago than the widget allows. */
export const guardNotExpired = ({ expiresAt }: EmbedSession, nowMs: number): void => {
  if (expiresAt <= isoTime(nowMs)) throw new ApiError('SESSION_EXPIRED');
};
