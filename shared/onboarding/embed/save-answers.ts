import type { Item, WriteOperation } from '#shared/db/expressions';
import type { WriteResult } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
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
import { guardInProgress, guardNotExpired } from './session-guards.ts';

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
    /** Only in the first save of a session. It refuses when another first save has started the applicant meanwhile. */
    readonly applicant: WriteOperation | undefined;
  };
}

/**
 * Saves the answers of one module, field by field, and moves the session on. The first save of a session takes its
 * applicant from `created` to `in_progress` in the same transaction; every other is the write of the session alone,
 * whose result is {@link sessionAfterSave}.
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
  const isFirst = session.updatedAt === session.createdAt;
  return {
    saved: { ...mergeAnswers(session, moduleId, given), ...change, updatedAt },
    operations: {
      session: sessionTransition(session.id, 'save', {
        nowMs,
        set: change,
        answers: { moduleId, given },
        when: { expiresAt: { atLeast: updatedAt } },
      }),
      applicant: isFirst
        ? applicantTransition(session.applicantId, 'start', { by: 'applicant', nowMs, set: { startedAt: updatedAt } })
        : undefined,
    },
  };
};

/**
 * What it means that the write of the session was refused.
 *
 * @param found the session instead.
 * @throws ApiError SESSION_NOT_FOUND; SESSION_NOT_IN_PROGRESS or SESSION_EXPIRED when that happened in between.
 */
export const refuseSave = (found: Item | undefined, nowMs: number): never => {
  if (!found) throw new ApiError('SESSION_NOT_FOUND');
  const session = fromEmbedSessionItem(found);
  guardInProgress(session);
  guardNotExpired(session, nowMs);
  throw new Error('A save was refused without a reason');
};

/** The session after the write of it alone, with what others have saved. @throws as {@link refuseSave} does. */
export const sessionAfterSave = (result: WriteResult, nowMs: number): EmbedSession =>
  result.written && result.item
    ? fromEmbedSessionItem(result.item)
    : refuseSave(result.written ? undefined : result.found, nowMs);
