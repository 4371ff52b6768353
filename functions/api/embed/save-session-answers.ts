import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/http/errors';
import { refuseSave, type SavedAnswers, saveAnswers, sessionAfterSave } from '#shared/onboarding/embed/save-answers';
import { GOING_ON, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { guardInProgress, guardNotExpired, requireSession } from '#shared/onboarding/embed/session-guards';
import { checkAnswers } from '#shared/onboarding/modules/answers';
import { MODULE_IDS } from '#shared/onboarding/modules/modules';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { findSessionOfToken } from '#shared/onboarding/sessions/embed-session-repository';
import { openModules } from '#shared/onboarding/sessions/flow';
import { embedSessionView } from '#shared/onboarding/sessions/session-view';
import { unknownModule } from '#shared/onboarding/widgets/widget-config';
import { vault } from '#shared/platform/vault';
import { saveSessionAnswers } from './save-session-answers.contract.ts';

/** The refusal of a module, by its name: known ones are disabled, or were when the session was opened. */
const notEnabled = (id: string): ApiError => {
  const message = MODULE_IDS.some((known) => known === id) ? `Module "${id}" is not enabled` : unknownModule(id);
  return new ApiError('MODULE_NOT_ENABLED', { details: [{ path: 'moduleId', message }] });
};

/** Writes a save. @throws as `refuseSave` does. */
const write = async (table: Table, { saved, operations }: SavedAnswers, nowMs: number): Promise<EmbedSession> => {
  if (operations.applicant) {
    const result = await table.transact(operations);
    if (result.written) return saved;
    const { session } = result.refusals;
    if (session) refuseSave(session.found, nowMs);
    // Another first save started the applicant at the same moment: this one is a later save by now.
  }
  return sessionAfterSave(await table.write(operations.session), nowMs);
};

/** Merges the answers of one module into the session. */
export const handler = serveEmbed(
  saveSessionAnswers,
  {
    tokenOf: ({ body }) => body.token,
    statuses: GOING_ON,
    reads: false,
    unknownToken: 'INVALID_EMBED_TOKEN',
  },
  {
    effects: [vault],
    load: ({ path, body }, { table }) => findSessionOfToken(table, body.token, path.sessionId),
    answer: async ({ caller: { widget }, loaded, body, meta }, { table }) => {
      const session = requireSession(loaded, widget.id);
      guardInProgress(session);
      const open = openModules(widget.config, session.moduleOrder);
      const moduleId = open.find((id) => id === body.moduleId);
      if (moduleId === undefined) throw notEnabled(body.moduleId);
      guardNotExpired(session, meta.nowMs);
      const checked = checkAnswers(moduleId, body.answers);
      if ('problems' in checked) throw new ApiError('VALIDATION_FAILED', { details: checked.problems });

      const save = saveAnswers(widget, session, { moduleId, given: checked.answers, open }, meta.nowMs);
      return { success: true, data: embedSessionView(await write(table, save, meta.nowMs)) } as const;
    },
  },
);
