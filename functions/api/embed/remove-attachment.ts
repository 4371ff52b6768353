import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { removeFile } from '#shared/onboarding/embed/remove-file';
import { CONTINUING_STATUSES, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { requireSession } from '#shared/onboarding/embed/session-guards';
import type { EmbedSession } from '#shared/onboarding/sessions/embed-session';
import { currentSession, findSessionOfToken } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionView } from '#shared/onboarding/sessions/session-view';
import { vault } from '#shared/platform/vault';
import { removeAttachment } from './remove-attachment.contract.ts';

/** DELETE /v1/widget/embed/sessions/{sessionId}/attachments/{attachmentId} */
export const handler = serveEmbed(
  removeAttachment,
  {
    tokenOf: ({ query }) => query.token,
    statuses: CONTINUING_STATUSES,
    reads: false,
    unknownToken: 'INVALID_EMBED_TOKEN',
  },
  {
    effects: [vault],
    load: ({ path, query }, { table }) => findSessionOfToken(table, query.token, path.sessionId),
    answer: async ({ caller: { widget }, loaded, path, meta }, { table }) => {
      const attempt = async (session: EmbedSession) => {
        const { remaining, operations } = removeFile(widget, session, path.attachmentId, meta.nowMs);
        return { result: await table.transact(operations), value: remaining };
      };
      const session = requireSession(loaded, widget.id);
      const { result, value } = await onLatest(session, attempt, currentSession);
      // Only the applicant refused: it was abandoned, and has been resumed or has ended in between.
      if (!result.written) throw new ApiError('APPLICANT_NOT_OPEN');
      return { success: true, data: embedSessionView(value) } as const;
    },
  },
);
