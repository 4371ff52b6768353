import type { WriteOperation } from '#shared/db/expressions';
import { removalAt, scheduleRemoval } from '#shared/files/file-removal';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import type { ModuleId } from '#shared/onboarding/modules/modules';
import { attachmentKey, type EmbedSession, type SessionFile } from '#shared/onboarding/sessions/embed-session';

/** When the session was last opened again after a submission; undefined before the first submission. */
const reopenedAt = ({ timeline }: Applicant): string | undefined =>
  timeline.findLast(({ status }) => status === 'resubmission_requested')?.at;

/** The files of an open session that no submission holds: all, or those since it was opened again for a resubmission. */
export const unsubmittedFiles = (applicant: Applicant, { attachments }: EmbedSession): readonly SessionFile[] => {
  const since = reopenedAt(applicant);
  return Object.entries(attachments).flatMap(([moduleId, files]) =>
    files
      .filter(({ uploadedAt }) => since === undefined || uploadedAt > since)
      .map(({ id }) => ({ moduleId: moduleId as ModuleId, id })),
  );
};

/** The write that has files of an applicant removed by the next sweep of files; undefined without files. */
export const discardFiles = (
  applicant: Applicant,
  files: readonly SessionFile[],
  nowMs: number,
): WriteOperation | undefined => {
  const keys = files.map(({ id }) => attachmentKey(applicant, id));
  if (keys.length === 0) return undefined;
  return scheduleRemoval(removalAt({ removalId: applicant.sessionId, prefix: 'attachments', keys }, nowMs));
};
