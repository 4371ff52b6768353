import { GOING_ON, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { requireSession } from '#shared/onboarding/embed/session-guards';
import { submit } from '#shared/onboarding/embed/session-submission';
import { findSessionOfToken } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionView } from '#shared/onboarding/sessions/session-view';
import { vault } from '#shared/platform/vault';
import { submitSession } from './submit-session.contract.ts';

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
    answer: async ({ caller: { widget }, loaded, meta }, { table }) => {
      const submitted = await submit(table, widget, requireSession(loaded, widget.id), meta.nowMs);
      return { success: true, data: embedSessionView(submitted) } as const;
    },
  },
);
