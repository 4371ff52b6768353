import type { WriteOperation } from '#shared/db/expressions';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { sessionUnanswered } from '#shared/onboarding/sessions/embed-session-repository';
import { guardInProgress, guardNotExpired } from './session-guards.ts';

/** An abandoned session, and the writes that abandon it, all or none. */
export interface AbandonedSession {
  readonly abandoned: EmbedSession;
  /** Undefined for a session that is abandoned already, so that a repeated call changes nothing. */
  readonly operations: Readonly<Record<'session' | 'applicant', WriteOperation>> | undefined;
}

/**
 * Abandons a session and its applicant. The writes refuse when the session was submitted or abandoned in between: they
 * must be rebuilt from the current session (`currentSession`).
 *
 * @throws ApiError SESSION_NOT_IN_PROGRESS when it was submitted; SESSION_EXPIRED.
 */
export const abandonSession = (session: EmbedSession, nowMs: number): AbandonedSession => {
  if (session.status === 'abandoned') return { abandoned: session, operations: undefined };
  guardInProgress(session);
  guardNotExpired(session, nowMs);
  return {
    abandoned: { ...session, status: 'abandoned' },
    operations: {
      session: sessionUnanswered(session.id, 'abandon'),
      applicant: applicantTransition(session.applicantId, 'abandon', { by: 'applicant', nowMs }),
    },
  };
};
