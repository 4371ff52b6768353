import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { abandonSession } from '#shared/onboarding/embed/abandon-session';
import { SESSION_CHANGE_POLICY, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { requireSession } from '#shared/onboarding/embed/session-guards';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import {
  currentSession,
  findSessionOfToken,
  SESSION_RETRY,
} from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionView } from '#shared/onboarding/sessions/session-view';
import { vault } from '#shared/platform/vault';
import { abandonSession as contract } from './abandon-session.contract.ts';

/** Abandons a session and its applicant, together. */
export const handler = serveEmbed(contract, SESSION_CHANGE_POLICY, {
  effects: [vault],
  load: ({ path, body }, { table }) => findSessionOfToken(table, body.token, path.sessionId),
  answer: async ({ caller: { widget }, loaded, meta }, { table }) => {
    const attempt = async (session: EmbedSession) => {
      const { abandoned, operations } = abandonSession(session, meta.nowMs);
      const result = operations ? await table.transact(operations) : ({ written: true } as const);
      return { result, value: abandoned };
    };
    const session = requireSession(loaded, widget.id);
    const { result, value } = await onLatest(session, attempt, currentSession, { retry: SESSION_RETRY });
    if (!result.written) throw new ApiError('APPLICANT_NOT_OPEN');
    return { success: true, data: embedSessionView(value) } as const;
  },
});
