import { type LatestRetryPolicy, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/http/errors';
import { GOING_ON, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { requireSession } from '#shared/onboarding/embed/session-guards';
import { newerSession, submission } from '#shared/onboarding/embed/session-submission';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { findSessionOfToken } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionView } from '#shared/onboarding/sessions/session-view';
import { vault } from '#shared/platform/vault';
import { submitSession } from './submit-session.contract.ts';

/** How often a submit starts anew from a session that is being saved concurrently: at once, because saves are few. */
const SAVED_MEANWHILE: LatestRetryPolicy = { attempts: 4, wait: () => Promise.resolve() };

/** Submits a session once; the assessment of its applicant follows asynchronously. */
export const handler = serveEmbed(
  submitSession,
  {
    tokenOf: ({ body }) => body.token,
    statuses: GOING_ON,
    reads: false,
    unknownToken: 'INVALID_EMBED_TOKEN',
  },
  {
    effects: [vault],
    load: ({ path, body }, { table }) => findSessionOfToken(table, body.token, path.sessionId),
    answer: async ({ caller: { widget }, loaded, meta }, { commit }) => {
      const attempt = async (session: EmbedSession) => {
        const { submitted, operations } = submission(widget, session, meta.nowMs);
        const response = { success: true, data: embedSessionView(submitted) } as const;
        return { result: await commit(operations, response), value: response };
      };
      const session = requireSession(loaded, widget.id);
      const { result, value: response } = await onLatest(session, attempt, newerSession, SAVED_MEANWHILE);
      if (!result.written) throw new ApiError('APPLICANT_NOT_OPEN');
      return response;
    },
  },
);
