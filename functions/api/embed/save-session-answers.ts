import * as v from 'valibot';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Problem } from '#shared/errors/error-details';
import { requireOpenModule } from '#shared/onboarding/embed/open-module';
import { type AnswerSave, saveAnswers, sessionAfterRefusal } from '#shared/onboarding/embed/save-answers';
import { SESSION_CHANGE_POLICY, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { guardNotExpired, guardResumable, requireSession } from '#shared/onboarding/embed/session-guards';
import { checkAnswers } from '#shared/onboarding/modules/answers';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import { type EmbedSession, fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { findSessionOfToken } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionView } from '#shared/onboarding/sessions/session-view';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { lagosDay } from '#shared/platform/calendar';
import { vault } from '#shared/platform/vault';
import { saveSessionAnswers } from './save-session-answers.contract.ts';

/** How often a save is attempted while the session is abandoned and resumed concurrently. */
const MAX_TRIES = 4;

/** Writes a save. @throws as `sessionAfterRefusal` does. */
const write = async (
  table: Table,
  widget: Widget,
  session: EmbedSession,
  save: AnswerSave,
  nowMs: number,
): Promise<EmbedSession> => {
  let current = session;
  for (let tries = 1; tries <= MAX_TRIES; tries++) {
    const { saved, operations } = saveAnswers(widget, current, save, nowMs);
    const whole = operations.applicant && (await table.transact(operations));
    if (whole?.written) return saved;
    let found = whole?.refusals.session?.found;
    if (!whole?.refusals.session) {
      // The write leaves out the applicant, even if another first save has just started it: this save then counts as a
      // later one.
      const result = await table.write(operations.session);
      if (result.written && result.item) return fromEmbedSessionItem(result.item);
      found = result.written ? undefined : result.found;
    }
    current = sessionAfterRefusal(found, current, widget, nowMs);
  }
  throw new ApiError('SESSION_NOT_IN_PROGRESS');
};

const sentAnswers = v.looseObject({ moduleId: v.picklist(MODULE_IDS), answers: v.record(v.string(), v.unknown()) });

/** The problems that the module's form reports, besides those of the body's schema. */
const answerProblems = (body: unknown, nowMs: number): readonly Problem[] => {
  const sent = v.safeParse(sentAnswers, body);
  if (!sent.success) return [];
  const checked = checkAnswers(sent.output.moduleId, sent.output.answers, {}, lagosDay(nowMs));
  return 'problems' in checked ? checked.problems : [];
};

/** Merges the answers of one module into the session. */
export const handler = serveEmbed(saveSessionAnswers, SESSION_CHANGE_POLICY, {
  effects: [vault],
  problems: answerProblems,
  load: ({ path, body }, { table }) => findSessionOfToken(table, body.token, path.sessionId),
  answer: async ({ caller: { widget }, loaded, body, meta }, { table }) => {
    const session = requireSession(loaded, widget.id);
    guardResumable(session, widget);
    const { moduleId, open } = requireOpenModule(widget, session, body.moduleId);
    guardNotExpired(session, meta.nowMs);
    const checked = checkAnswers(moduleId, body.answers, session.answers[moduleId], lagosDay(meta.nowMs));
    if ('problems' in checked) throw new ApiError('VALIDATION_FAILED', { details: checked.problems });

    const save = { moduleId, given: checked.answers, open };
    return {
      success: true,
      data: embedSessionView(await write(table, widget, session, save, meta.nowMs)),
    } as const;
  },
});
