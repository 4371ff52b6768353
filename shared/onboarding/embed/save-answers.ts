import type { Item, WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { applicantTransition } from '#shared/onboarding/applicants/applicant-repository';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import {
  type EmbedSession,
  fromEmbedSessionItem,
  mergeAnswers,
  sessionExpiry,
} from '#shared/onboarding/sessions/embed-session';
import { sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import { nextModule } from '#shared/onboarding/sessions/flow';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import type { ModuleAnswers } from '#shared/verification/answer-values';
import { guardNotExpired, guardResumable } from './session-guards.ts';

/** The answers to save for one module. */
export interface AnswerSave {
  readonly moduleId: ModuleId;
  readonly given: ModuleAnswers;
  /** The modules that can be answered, in order. */
  readonly open: readonly ModuleId[];
}

/** A session with saved answers, and the writes that save them if nobody else has saved it since. */
export interface SavedAnswers {
  readonly saved: EmbedSession;
  readonly operations: {
    readonly session: WriteOperation;
    /**
     * Present in the first save of a session, and in one that resumes it. It refuses only when another first save has
     * started the applicant in the meantime.
     */
    readonly applicant: WriteOperation | undefined;
  };
}

/** The write of the applicant that goes with a save of answers or a file: it starts or resumes the applicant. */
export const applicantOfSave = (session: EmbedSession, nowMs: number): WriteOperation | undefined => {
  const isFirst = session.updatedAt === session.createdAt;
  const resumes = session.status === 'abandoned';
  if (!isFirst && !resumes) return undefined;
  return applicantTransition(session.applicantId, resumes ? 'resume' : 'start', {
    by: 'applicant',
    nowMs,
    ...(isFirst && { set: { startedAt: isoTime(nowMs) } }),
  });
};

/**
 * Saves the answers of one module, field by field, and advances the session. The first save of a session moves its
 * applicant from `created` to `in_progress` in the same transaction; a save of an abandoned session moves it back
 * there. Every other save writes only the session.
 */
export const saveAnswers = (
  widget: Widget,
  session: EmbedSession,
  { moduleId, given, open }: AnswerSave,
  nowMs: number,
): SavedAnswers => {
  const updatedAt = isoTime(nowMs);
  const change = {
    currentModuleId: nextModule(open, moduleId),
    expiresAt: sessionExpiry(widget.config.flow.sessionTimeoutMinutes, nowMs),
  };
  return {
    saved: { ...mergeAnswers(session, moduleId, given), ...change, status: 'in_progress', updatedAt },
    operations: {
      session: sessionTransition(session.id, session.status === 'abandoned' ? 'resume' : 'save', {
        nowMs,
        set: change,
        answers: { moduleId, given },
        when: { expiresAt: { atLeast: updatedAt } },
      }),
      applicant: applicantOfSave(session, nowMs),
    },
  };
};

/**
 * The session to save again after a refusal: it was abandoned or resumed in between.
 *
 * @param found the current session.
 * @throws ApiError SESSION_NOT_FOUND; the errors of `guardResumable` and `guardNotExpired`.
 */
export const sessionAfterRefusal = (
  found: Item | undefined,
  saved: EmbedSession,
  widget: Widget,
  nowMs: number,
): EmbedSession => {
  if (!found) throw new ApiError('SESSION_NOT_FOUND');
  const session = fromEmbedSessionItem(found);
  guardResumable(session, widget);
  guardNotExpired(session, nowMs);
  if (session.status === saved.status) throw new Error('A save was refused without a reason');
  return session;
};
