import { ApiError } from '#shared/http/errors';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { isoTime } from '#shared/platform/clock';

/** A session of the widget whose token the caller holds. @throws ApiError SESSION_NOT_FOUND. */
export const requireSession = (session: EmbedSession | undefined, widgetId: string): EmbedSession => {
  if (session?.widgetId !== widgetId) throw new ApiError('SESSION_NOT_FOUND');
  return session;
};

/** @throws ApiError SESSION_NOT_IN_PROGRESS. */
export const guardInProgress = ({ status }: EmbedSession): void => {
  if (status !== 'in_progress') throw new ApiError('SESSION_NOT_IN_PROGRESS');
};

/** @throws ApiError SESSION_EXPIRED when its last activity is longer ago than the widget allows. */
export const guardNotExpired = ({ expiresAt }: EmbedSession, nowMs: number): void => {
  if (expiresAt <= isoTime(nowMs)) throw new ApiError('SESSION_EXPIRED');
};
