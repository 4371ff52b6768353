import type { WriteOperation } from '#shared/db/expressions';
import { emit } from '#shared/events/outbox';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import { APPLICANT_TRANSITIONS } from '#shared/onboarding/applicants/applicant-states';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { expireSession } from '#shared/onboarding/sessions/embed-session-repository';
import { IDLE_MS } from '#shared/onboarding/sessions/idle-sessions';
import { isoTime } from '#shared/platform/clock';
import { type DueSession, postponeDueSession, removeDueSession } from './due-session.ts';
import { discardFiles, unsubmittedFiles } from './unsubmitted-files.ts';

/** The outcome of checking an idle session, and the writes that apply it, all or none. */
export interface IdleVerdict {
  readonly kind: 'expired' | 'active' | 'closed';
  readonly operations: Partial<
    Readonly<Record<'place' | 'applicant' | 'session' | 'files' | 'event', WriteOperation | undefined>>
  >;
}

const expiredEvent = (
  { id, accountId, environment, widgetId, referenceId, createdBy }: Applicant,
  nowMs: number,
): WriteOperation =>
  emit(
    {
      type: 'kyb.applicant.expired',
      accountId,
      environment,
      widgetId,
      data: { applicantId: id, widgetId, environment, referenceId, createdBy, expiredAt: isoTime(nowMs) },
    },
    nowMs,
  );

/** Whether the status of an applicant is one that it can expire from. */
export const mayExpire = ({ status }: Applicant): boolean =>
  APPLICANT_TRANSITIONS.expire.from.some((allowed) => allowed === status);

/** An applicant and its session, as they were read. */
export interface IdleState {
  readonly applicant: Applicant;
  readonly session: EmbedSession;
}

/**
 * The writes that expire an applicant and its session, discard the files that were never submitted, and emit the event.
 * They refuse when the session has become active since it was read.
 */
export const expiryWrites = ({ applicant, session }: IdleState, nowMs: number) => {
  const discarded = unsubmittedFiles(session);
  return {
    applicant: applicantTransition(applicant.id, 'expire', { by: 'service', nowMs }),
    session: expireSession(session, discarded),
    files: discardFiles(applicant, discarded, nowMs),
    event: expiredEvent(applicant, nowMs),
  };
};

/**
 * Decides what happens to a session whose idle check is due. After 30 days without activity, the applicant expires with
 * its session, and files that it never submitted are discarded. After later activity, the check is postponed. When the
 * session is no longer open, the check ends. The writes refuse when the session has become active in between, or
 * another sweep has handled it.
 */
export const judgeIdle = (due: DueSession, state: IdleState, nowMs: number): IdleVerdict => {
  const { applicant, session } = state;
  if (!mayExpire(applicant) || session.status === 'submitted') {
    return { kind: 'closed', operations: { place: removeDueSession(due) } };
  }
  const idleFromMs = Date.parse(session.lastActiveAt) + IDLE_MS;
  if (idleFromMs > nowMs) return { kind: 'active', operations: { place: postponeDueSession(due, idleFromMs) } };
  return { kind: 'expired', operations: expiryWrites(state, nowMs) };
};
