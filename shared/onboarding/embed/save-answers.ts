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

/** The answers of one module to be saved. */
export interface AnswerSave {
  readonly moduleId: ModuleId;
  readonly given: ModuleAnswers;
  /** The modules that can be answered, in order. */
  readonly open: readonly ModuleId[];
}

/** What a save makes of a session that nobody else has saved, and the writes that do it. */
export interface SavedAnswers {
  readonly saved: EmbedSession;
  readonly operations: {
    readonly session: WriteOperation;
    /**
     * Only in the first save of a session, and in one that resumes it. It alone refuses when another first save has
     * started the applicant meanwhile.
     */
    readonly applicant: WriteOperation | undefined;
  };
}

/** The write of the applicant that belongs to a save, of answers or of a file: it starts it, or resumes it. */
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
 * Saves the answers of one module, field by field, and moves the session on. The first save of a session takes its
 * applicant from `created` to `in_progress` in the same transaction, and a save of an abandoned one takes it back there;
 * every other is the write of the session alone.
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
 * The session that refused a save, to save again: it was abandoned or resumed in between.
 *
 * @param found the session instead.
 * @throws ApiError SESSION_NOT_FOUND; what `guardResumable` or `guardNotExpired` throws of what happened in between.
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
