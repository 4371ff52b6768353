import { update, type WriteOperation } from '#shared/db/expressions';
import { beginErasure } from '#shared/erasure/erasure';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { unfindingWrites } from '#shared/onboarding/applicants/applicant-columns';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import type { ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import { sameTags, type TaggedApplicant, untagWrites } from '#shared/onboarding/applicants/applicant-tags';
import { NOT_ERASED } from '#shared/onboarding/applicants/erased';
import { illegalState } from '#shared/onboarding/applicants/illegal-state';
import { closeNotes, notesOf } from '#shared/onboarding/notes/note-repository';
import { closeErased } from '#shared/onboarding/sessions/embed-session-repository';
import { endIdleCheck } from '#shared/onboarding/sessions/idle-sessions';
import { isoTime } from '#shared/platform/clock';
import { erasedFields } from './erased-applicant.ts';
import { mayHaveGaps } from './erased-spans.ts';

/** The statuses of an assessment that is still to write what it finds: an applicant is erased after it. */
const BEING_ASSESSED: readonly ApplicantStatus[] = ['submitted', 'processing'];

const erasedWrite = (applicant: Applicant, erasedBy: string, nowMs: number): WriteOperation => {
  const at = isoTime(nowMs);
  return update(applicantRecord(applicant.id).key, {
    set: { ...erasedFields(applicant), erasedAt: at, erasedBy, updatedAt: at },
    // As it was read: everything that changes it, but for its tags, changes when it was last updated.
    when: {
      ...NOT_ERASED,
      ...sameTags(applicant),
      status: { equals: applicant.status },
      updatedAt: { equals: applicant.updatedAt },
    },
  });
};

/** The writes of the first part of an erasure, by name. */
type ErasureWrites = Readonly<
  Record<'applicant' | 'session' | 'idle' | 'notes' | 'erasure' | `tag${number}`, WriteOperation>
> &
  ReturnType<typeof unfindingWrites>;

/**
 * The first part of an erasure, at once and all or none: the applicant's own record, how it is found, and its session, which
 * is closed. `eraseApplicants` erases the rest. It refuses when the applicant has changed since it was read.
 *
 * @param erasedBy the credential that erases it.
 * @returns undefined for one that is erased already, so that a repeated call changes nothing.
 * @throws ApiError ILLEGAL_STATE while the applicant is being assessed.
 */
export const applicantErasure = (
  tagged: TaggedApplicant,
  erasedBy: string,
  nowMs: number,
): ErasureWrites | undefined => {
  const { applicant, number } = tagged;
  if (applicant.erasedAt !== undefined) return undefined;
  if (BEING_ASSESSED.includes(applicant.status)) throw illegalState(applicant.status);
  return {
    applicant: erasedWrite(applicant, erasedBy, nowMs),
    session: closeErased(applicant.sessionId),
    idle: endIdleCheck(applicant.sessionId),
    ...unfindingWrites(applicant, number),
    ...Object.fromEntries(untagWrites(tagged, applicant.tags).map((write, index) => [`tag${index}`, write])),
    notes: closeNotes(notesOf(applicant), nowMs),
    erasure: beginErasure({ applicantId: applicant.id, hasGaps: mayHaveGaps(applicant.timeline) }, nowMs),
  };
};
