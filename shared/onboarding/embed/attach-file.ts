import type { Item, WriteOperation } from '#shared/db/expressions';
import { noteResponse } from '#shared/erasure/copies';
import { ApiError } from '#shared/errors/api-error';
import { keptUntil, keptVisitorAnswerKey } from '#shared/http/idempotency/idempotency';
import { safeFilename } from '#shared/http/multipart/safe-filename';
import type { UploadedFile } from '#shared/http/multipart/uploaded-file';
import type { RequestMeta } from '#shared/http/request';
import { MAX_FILES_PER_MODULE, MAX_FILES_PER_SESSION } from '#shared/onboarding/modules/module-files';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import {
  type Attachment,
  type EmbedSession,
  isUnsubmitted,
  sessionExpiry,
  withAttachment,
} from '#shared/onboarding/sessions/embed-session';
import { currentSession, sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { applicantOfSave } from './save-answers.ts';
import { guardNotExpired, guardResumable } from './session-guards.ts';

/** Characters of a file name that are kept, including its extension. The item of a session holds up to 200 names. */
const MAX_FILENAME_LENGTH = 120;

/** The attachment that an uploaded file becomes. */
export const newAttachment = (
  { filename, mimeType, bytes, activeContent, sha256 }: UploadedFile,
  nowMs: number,
): Attachment => ({
  id: newId('att', nowMs),
  filename: safeFilename(filename, MAX_FILENAME_LENGTH),
  mimeType,
  size: bytes.length,
  activeContent,
  sha256,
  uploadedAt: isoTime(nowMs),
});

/** The session that a file is attached to, as last read. */
export interface AttachmentState {
  readonly session: EmbedSession;
  /** Whether another first save has started the applicant since: this save then counts as a later one. */
  readonly isStarted: boolean;
}

/** @throws ApiError TOO_MANY_FILES. */
export const guardFileCount = (session: EmbedSession, moduleId: ModuleId): void => {
  const ofSession = Object.values(session.attachments).flat().length;
  const ofSubmission = (session.attachments[moduleId] ?? []).filter((file) => isUnsubmitted(session, file)).length;
  if (ofSubmission >= MAX_FILES_PER_MODULE || ofSession >= MAX_FILES_PER_SESSION) throw new ApiError('TOO_MANY_FILES');
};

/**
 * The write that notes where the response is kept for a repeated request, because it contains an answer of the
 * applicant. Undefined without an idempotency key.
 *
 * @param copyId the attachment's id, which tells the notes of an applicant apart.
 */
export const keptResponseNote = (
  { applicantId, widgetId }: EmbedSession,
  copyId: string,
  meta: RequestMeta,
): WriteOperation | undefined => {
  const key = keptVisitorAnswerKey(widgetId, meta);
  return noteResponse({ applicantId, copyId }, key, keptUntil(meta.nowMs));
};

/** A session with one more file, and the writes that add it. */
export interface AttachedFile {
  readonly attached: EmbedSession;
  readonly operations: { readonly session: WriteOperation; readonly applicant: WriteOperation | undefined };
}

/**
 * Attaches a file to a module. Like a save of answers, it starts or resumes the applicant and renews the session's
 * time. The write refuses when the session's files have changed since they were read: it must be rebuilt from the
 * current state ({@link newerAttachmentState}), so that two files attached at once are both kept.
 *
 * @throws ApiError SESSION_NOT_IN_PROGRESS, APPLICANT_NOT_OPEN, SESSION_EXPIRED, TOO_MANY_FILES.
 */
export const addFile = (
  widget: Widget,
  { session, isStarted }: AttachmentState,
  { moduleId, attachment }: { readonly moduleId: ModuleId; readonly attachment: Attachment },
  nowMs: number,
): AttachedFile => {
  guardResumable(session, widget);
  guardNotExpired(session, nowMs);
  guardFileCount(session, moduleId);
  const updatedAt = isoTime(nowMs);
  const change = { expiresAt: sessionExpiry(widget.config.flow.sessionTimeoutMinutes, nowMs) };
  return {
    attached: { ...withAttachment(session, moduleId, attachment), ...change, status: 'in_progress', updatedAt },
    operations: {
      session: sessionTransition(session.id, session.status === 'abandoned' ? 'resume' : 'save', {
        nowMs,
        set: change,
        file: { version: session.fileVersion, moduleId, added: attachment },
        when: { expiresAt: { atLeast: updatedAt } },
      }),
      applicant: isStarted ? undefined : applicantOfSave(session, nowMs),
    },
  };
};

/**
 * The current state, from the items that refused. Undefined when neither the session has changed nor another first save
 * has started the applicant.
 */
export const newerAttachmentState = (
  { session, isStarted }: AttachmentState,
  found: readonly (Item | undefined)[],
): AttachmentState | undefined => {
  const newer = currentSession(session, found);
  if (newer) return { session: newer, isStarted: false };
  return found.length > 0 && !isStarted ? { session, isStarted: true } : undefined;
};
