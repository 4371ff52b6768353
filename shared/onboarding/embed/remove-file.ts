import type { WriteOperation } from '#shared/db/expressions';
import { ApiError } from '#shared/errors/api-error';
import { newRemoval, scheduleRemoval } from '#shared/files/file-removal';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import {
  attachmentKey,
  type EmbedSession,
  isUnsubmitted,
  type SessionFile,
  sessionExpiry,
  withoutAttachment,
} from '#shared/onboarding/sessions/embed-session';
import { sessionTransition } from '#shared/onboarding/sessions/embed-session-repository';
import type { Widget } from '#shared/onboarding/widgets/widget';
import { isoTime } from '#shared/platform/clock';
import { requireOpenModule } from './open-module.ts';
import { applicantOfSave } from './save-answers.ts';
import { guardNotExpired, guardResumable } from './session-guards.ts';

/**
 * The file that an applicant wants to remove.
 *
 * @throws ApiError ATTACHMENT_NOT_FOUND; ATTACHMENT_SUBMITTED for a submitted file, which is evidence for the decision.
 */
const removableFile = (session: EmbedSession, attachmentId: string): SessionFile => {
  for (const [moduleId, files] of Object.entries(session.attachments)) {
    const file = files.find(({ id }) => id === attachmentId);
    if (!file) continue;
    if (!isUnsubmitted(session, file)) throw new ApiError('ATTACHMENT_SUBMITTED');
    return { moduleId: moduleId as ModuleId, id: attachmentId };
  }
  throw new ApiError('ATTACHMENT_NOT_FOUND');
};

/** A session without one of its files, and the writes that remove it. */
export interface RemovedFile {
  readonly remaining: EmbedSession;
  readonly operations: {
    readonly session: WriteOperation;
    readonly applicant: WriteOperation | undefined;
    /** Has the file itself removed by the next sweep of files. */
    readonly removal: WriteOperation;
  };
}

/**
 * Removes a file from a session, which counts as activity of the applicant. The write refuses when the session's files
 * have changed since they were read: it must be rebuilt from the current session.
 *
 * @throws ApiError SESSION_NOT_IN_PROGRESS, APPLICANT_NOT_OPEN, SESSION_EXPIRED; ATTACHMENT_NOT_FOUND,
 * MODULE_NOT_ENABLED, ATTACHMENT_SUBMITTED.
 */
export const removeFile = (widget: Widget, session: EmbedSession, attachmentId: string, nowMs: number): RemovedFile => {
  guardResumable(session, widget);
  const file = removableFile(session, attachmentId);
  requireOpenModule(widget, session, file.moduleId);
  guardNotExpired(session, nowMs);
  const updatedAt = isoTime(nowMs);
  const change = { expiresAt: sessionExpiry(widget.config.flow.sessionTimeoutMinutes, nowMs) };
  const key = attachmentKey(widget, file.id);
  return {
    remaining: { ...withoutAttachment(session, file), ...change, status: 'in_progress', updatedAt },
    operations: {
      session: sessionTransition(session.id, session.status === 'abandoned' ? 'resume' : 'save', {
        nowMs,
        set: change,
        file: { version: session.fileVersion, removed: file },
        when: { expiresAt: { atLeast: updatedAt } },
      }),
      applicant: applicantOfSave(session, nowMs),
      removal: scheduleRemoval(newRemoval({ removalId: key, prefix: 'attachments', keys: [key] }, nowMs)),
    },
  };
};
