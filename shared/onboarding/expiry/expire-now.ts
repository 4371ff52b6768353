import { newerAmong, onLatest } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { applicantRecord } from '#shared/onboarding/applicants/applicant-repository';
import type { ApplicantWithSession } from '#shared/onboarding/applicants/applicant-with-session';
import { guardNotErased } from '#shared/onboarding/applicants/erased';
import { illegalState } from '#shared/onboarding/applicants/illegal-state';
import { embedSessionRecord, SESSION_RETRY } from '#shared/onboarding/sessions/embed-session-repository';
import { isoTime } from '#shared/platform/clock';
import { expiryWrites, type IdleState, mayExpire } from './expire-applicant.ts';

/**
 * Expires an applicant now, as after 30 days without activity. An expired applicant stays as it is.
 *
 * @returns the expired applicant.
 * @throws ApiError ILLEGAL_STATE when the applicant's status cannot expire, or the applicant was erased.
 */
export const expireNow = async (table: Table, read: ApplicantWithSession, nowMs: number): Promise<Applicant> => {
  const { id, sessionId } = read.applicant;
  const attempt = async (state: IdleState) => {
    const current = state.applicant;
    if (current.status === 'expired') return { result: { written: true } as const, value: current };
    if (!mayExpire(current)) throw illegalState(current.status);
    guardNotErased(current);
    const value: Applicant = { ...current, status: 'expired', updatedAt: isoTime(nowMs) };
    return { result: await table.transact(expiryWrites(state, nowMs)), value };
  };
  const newer = newerAmong<IdleState>({ applicant: applicantRecord(id), session: embedSessionRecord(sessionId) });
  const { result, value } = await onLatest(read, attempt, newer, {
    retry: SESSION_RETRY,
  });
  if (!result.written) throw new Error('The expiry of an applicant was refused by something that never refuses');
  return value;
};
