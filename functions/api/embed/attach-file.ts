import { onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { withKeptFiles } from '#shared/files/kept-file';
import { parseMultipart } from '#shared/http/multipart/multipart';
import {
  type AttachmentState,
  addFile,
  guardFileCount,
  keptResponseNote,
  newAttachment,
  newerAttachmentState,
} from '#shared/onboarding/embed/attach-file';
import { attachmentUploads } from '#shared/onboarding/embed/attachment-files';
import { requireOpenModule } from '#shared/onboarding/embed/open-module';
import { SESSION_CHANGE_POLICY, serveEmbed } from '#shared/onboarding/embed/serve-embed';
import { guardNotExpired, guardResumable, requireSession } from '#shared/onboarding/embed/session-guards';
import { attachmentKey } from '#shared/onboarding/sessions/embed-session';
import { findSessionOfToken } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionView } from '#shared/onboarding/sessions/session-view';
import { parseEmbedToken } from '#shared/onboarding/widgets/embed-token';
import { vault } from '#shared/platform/vault';
import { attachFile } from './attach-file.contract.ts';

/** POST /v1/widget/embed/sessions/{sessionId}/attachments */
export const handler = serveEmbed(attachFile, SESSION_CHANGE_POLICY, {
  effects: [vault, attachmentUploads],
  multipart: parseMultipart,
  idempotencyScope: ({ body }) => parseEmbedToken(body.token)?.widgetId,
  load: ({ path, body }, { table }) => findSessionOfToken(table, body.token, path.sessionId),
  answer: async ({ caller: { widget }, loaded, body, files, meta }, effects) => {
    const [file] = files.file ?? [];
    if (!file) throw new Error('A required file is missing');
    const session = requireSession(loaded, widget.id);
    guardResumable(session, widget);
    const { moduleId } = requireOpenModule(widget, session, body.moduleId);
    guardNotExpired(session, meta.nowMs);
    guardFileCount(session, moduleId);

    const attachment = newAttachment(file, meta.nowMs);
    const key = attachmentKey(widget, attachment.id);
    const kept = { key, mimeType: file.mimeType, bytes: file.bytes };
    const copy = keptResponseNote(session, attachment.id, meta);
    const keeping = { ...effects, files: effects.attachmentUploads };
    return withKeptFiles([kept], keeping, meta.nowMs, async (commit) => {
      const attempt = async (state: AttachmentState) => {
        const { attached, operations } = addFile(widget, state, { moduleId, attachment }, meta.nowMs);
        const response = { success: true, data: embedSessionView(attached) } as const;
        return { result: await commit({ ...operations, copy }, response), value: response };
      };
      const { result, value: response } = await onLatest({ session, isStarted: false }, attempt, newerAttachmentState);
      if (!result.written) throw new ApiError('SESSION_NOT_FOUND');
      return response;
    });
  },
});
