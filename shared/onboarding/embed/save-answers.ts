import type { Table } from '#shared/db/operations';
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

/**
 * Saves the answers of one module, field by field, and moves the session on. The first save of a session takes its
 * applicant from `created` to `in_progress` in the same transaction.
 *
 * @throws ApiError SESSION_NOT_IN_PROGRESS or SESSION_EXPIRED when that happened in between.
 */
export const saveAnswers = async (
  table: Table,
  widget: Widget,
  session: EmbedSession,
  { moduleId, given, open }: AnswerSave,
  nowMs: number,
): Promise<EmbedSession> => {
  const change = {
    currentModuleId: nextModule(open, moduleId),
    expiresAt: sessionExpiry(widget.config.flow.sessionTimeoutMinutes, nowMs),
  };
  const save = sessionTransition(session.id, 'save', {
    nowMs,
    set: change,
    answers: { moduleId, given },
    when: { expiresAt: { atLeast: isoTime(nowMs) } },
  });
  const refuse = (item: Parameters<typeof fromEmbedSessionItem>[0] | undefined): never => {
    if (!item) throw new ApiError('SESSION_NOT_FOUND');
    const met = fromEmbedSessionItem(item);
    guardInProgress(met);
    guardNotExpired(met, nowMs);
    throw new Error('A save was refused without a reason');
  };

  if (session.updatedAt === session.createdAt) {
    const start = applicantTransition(session.applicantId, 'start', {
      by: 'applicant',
      nowMs,
      set: { startedAt: isoTime(nowMs) },
    });
    const result = await table.transact({ session: save, applicant: start });
    if (result.written) return { ...mergeAnswers(session, moduleId, given), ...change, updatedAt: isoTime(nowMs) };
    const { session: refusal } = result.refusals;
    if (refusal) return refuse(refusal.found);
    // Another first save started the applicant at the same moment: this one is a later save by now.
  }
  const result = await table.write(save);
  return result.written && result.item
    ? fromEmbedSessionItem(result.item)
    : refuse(result.written ? undefined : result.found);
};
