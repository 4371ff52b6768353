import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { SESSION_CHANGE_POLICY, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { requireSession } from '#shared/onboarding/embed/session-guards';
import { sessionSubmission } from '#shared/onboarding/embed/session-submission';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import {
  currentSession,
  findSessionOfToken,
  SESSION_RETRY,
} from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionView, withoutContents } from '#shared/onboarding/sessions/session-view';
import { isoTime } from '#shared/platform/clock';
import { vault } from '#shared/platform/vault';
import { submitSession } from './submit-session.contract.ts';

/** Submits a session once; the assessment of its applicant follows asynchronously. */
export const handler = serveEmbed(submitSession, SESSION_CHANGE_POLICY, {
  effects: [vault],
  load: ({ path, body }, { table }) => findSessionOfToken(table, body.token, path.sessionId),
  answer: async ({ caller: { widget }, loaded, meta }, { commit }) => {
    const attempt = async (session: EmbedSession) => {
      const { submitted, operations } = sessionSubmission(widget, session, meta.nowMs);
      const view = embedSessionView(submitted);
      // After the session has expired, a repeated submit may come from anybody.
      const isOver = session.status === 'submitted' && session.expiresAt <= isoTime(meta.nowMs);
      const response = { success: true, data: isOver ? withoutContents(view) : view } as const;
      return { result: await commit(operations, response), value: response };
    };
    const session = requireSession(loaded, widget.id);
    const { result, value: response } = await onLatest(session, attempt, currentSession, { retry: SESSION_RETRY });
    if (!result.written) throw new ApiError('APPLICANT_NOT_OPEN');
    return response;
  },
});
