import { update, type WriteOperation } from '#shared/db/expressions';
import { beginErasure } from '#shared/erasure/erasure';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { searchIndexRemovals } from '#shared/onboarding/applicants/applicant-columns';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import type { ApplicantStatus } from '#shared/onboarding/applicants/applicant-states';
import { sameTags, type TaggedApplicant, untagWrites } from '#shared/onboarding/applicants/applicant-tags';
import { NOT_ERASED } from '#shared/onboarding/applicants/erased';
import { illegalState } from '#shared/onboarding/applicants/illegal-state';
import { closeNotes, notesOf } from '#shared/onboarding/notes/note-repository';
import { closeErased } from '#shared/onboarding/sessions/embed-session-repository';
import { IDLE_CHECK_ATTRIBUTES } from '#shared/onboarding/sessions/idle-sessions';
import { isoTime } from '#shared/platform/clock';
import { erasedFields } from './erased-applicant.ts';
import { mayHaveGaps } from './erased-spans.ts';

/**
 * The statuses of an applicant that is being assessed: it can be erased when the assessment has written its results.
 */
export const BEING_ASSESSED: readonly ApplicantStatus[] = ['submitted', 'processing'];

const erasedWrite = (applicant: Applicant, erasedBy: string, nowMs: number): WriteOperation => {
  const at = isoTime(nowMs);
  return update(applicantRecord(applicant.id).key, {
    set: { ...erasedFields(applicant), erasedAt: at, erasedBy, updatedAt: at },
    remove: IDLE_CHECK_ATTRIBUTES,
    // Every change of the applicant except its tags changes `updatedAt`, so this refuses after any of them.
    when: {
      ...NOT_ERASED,
      ...sameTags(applicant),
      status: { equals: applicant.status },
      updatedAt: { equals: applicant.updatedAt },
    },
  });
};

/** The writes of the first part of an erasure. */
type ErasureWrites = Readonly<Record<'applicant' | 'session' | 'notes' | 'erasure' | `tag${number}`, WriteOperation>> &
  ReturnType<typeof searchIndexRemovals>;

/**
 * The first part of an erasure, all or none: erases the applicant's own record, removes what finds it, and closes its
 * session. `eraseApplicants` erases the rest. The writes refuse when the applicant has changed since it was read.
 *
 * @param erasedBy the credential that erases it.
 * @returns undefined for an applicant that is erased already, so that a repeated call changes nothing.
 * @throws ApiError ILLEGAL_STATE while the applicant is being assessed.
 */
export const applicantErasure = (
  tagged: TaggedApplicant,
  erasedBy: string,
  nowMs: number,
): ErasureWrites | undefined => {
  const { applicant } = tagged;
  if (applicant.erasedAt !== undefined) return undefined;
  if (BEING_ASSESSED.includes(applicant.status)) throw illegalState(applicant.status);
  return erasureWrites(tagged, erasedBy, nowMs);
};

/** The writes of {@link applicantErasure}, in any status: for a stage in which no assessment can be running. */
export const erasureWrites = (tagged: TaggedApplicant, erasedBy: string, nowMs: number): ErasureWrites => {
  const { applicant, number } = tagged;
  return {
    applicant: erasedWrite(applicant, erasedBy, nowMs),
    session: closeErased(applicant.sessionId),
    ...searchIndexRemovals(applicant, number),
    ...Object.fromEntries(untagWrites(tagged, applicant.tags).map((write, index) => [`tag${index}`, write])),
    notes: closeNotes(notesOf(applicant), nowMs),
    erasure: beginErasure({ applicantId: applicant.id, hasGaps: mayHaveGaps(applicant.timeline) }, nowMs),
  };
};
