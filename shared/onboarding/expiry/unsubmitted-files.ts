import type { WriteOperation } from '#shared/db/expressions';
import { newRemoval, scheduleRemoval } from '#shared/files/file-removal';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import {
  attachmentKey,
  type EmbedSession,
  isUnsubmitted,
  type SessionFile,
} from '#shared/onboarding/sessions/embed-session';

/** The files of an open session that are part of no submission. */
export const unsubmittedFiles = (session: EmbedSession): readonly SessionFile[] =>
  Object.entries(session.attachments).flatMap(([moduleId, files]) =>
    files.filter((file) => isUnsubmitted(session, file)).map(({ id }) => ({ moduleId: moduleId as ModuleId, id })),
  );

/** The write that has an applicant's files removed by the next sweep of files; undefined when there are none. */
export const discardFiles = (
  applicant: Applicant,
  files: readonly SessionFile[],
  nowMs: number,
): WriteOperation | undefined => {
  const keys = files.map(({ id }) => attachmentKey(applicant, id));
  if (keys.length === 0) return undefined;
  return scheduleRemoval(newRemoval({ removalId: applicant.sessionId, prefix: 'attachments', keys }, nowMs));
};
