import { ApiError } from '#shared/errors/api-error';
import { CONTINUING_STATUSES, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { endedRefusal, guardNotExpired, requireSession } from '#shared/onboarding/embed/session-guards';
import { findSessionOfToken } from '#shared/onboarding/sessions/embed-session-repository';
import { resumedSessionView } from '#shared/onboarding/sessions/session-view';
import { readEmbedSession } from './read-embed-session.contract.ts';

/** Returns a session to the browser that resumes it. A submitted one is returned even after it has expired. */
export const handler = serveEmbed(
  readEmbedSession,
  {
    tokenOf: ({ query }) => query.token,
    statuses: CONTINUING_STATUSES,
    reads: true,
    unknownToken: 'INVALID_EMBED_TOKEN',
  },
  {
    load: ({ path, query }, { table }) => findSessionOfToken(table, query.token, path.sessionId),
    answer: ({ caller: { widget }, loaded, meta }) => {
      const session = requireSession(loaded, widget.id);
      if (!widget.config.flow.enableResume) throw new ApiError('RESUME_DISABLED');
      if (session.status === 'expired') throw endedRefusal(session.status);
      if (session.status !== 'submitted') guardNotExpired(session, meta.nowMs);
      return { success: true, data: resumedSessionView(session, widget.config) } as const;
    },
  },
);
