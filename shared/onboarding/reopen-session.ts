import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
import type { Applicant } from './applicant.ts';
import { type EmbedSession, fromEmbedSessionItem, sessionExpiry } from './embed-session.ts';
import { renewSession } from './embed-session-repository.ts';
import type { Widget } from './widget.ts';

/**
 * Opens the session that an applicant was created with, and starts its time anew: an applicant invited today may come
 * tomorrow. One who has begun already comes back, which the widget may disable.
 *
 * @throws ApiError APPLICANT_NOT_FOUND when the widget has no such applicant; RESUME_DISABLED;
 * SESSION_NOT_IN_PROGRESS.
 */
export const reopenSession = async (
  table: Table,
  { id: widgetId, config: { flow } }: Widget,
  applicant: Applicant | undefined,
  nowMs: number,
): Promise<EmbedSession> => {
  if (applicant?.widgetId !== widgetId) throw new ApiError('APPLICANT_NOT_FOUND');
  if (applicant.status !== 'created' && !flow.enableResume) throw new ApiError('RESUME_DISABLED');
  const renewed = await table.write(
    renewSession(applicant.sessionId, sessionExpiry(flow.sessionTimeoutMinutes, nowMs)),
  );
  if (!renewed.written || !renewed.item) throw new ApiError('SESSION_NOT_IN_PROGRESS');
  return fromEmbedSessionItem(renewed.item);
};
