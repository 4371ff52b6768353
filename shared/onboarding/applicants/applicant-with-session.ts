import type { ItemReader, TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { type EmbedSession, fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { erasedSession, sessionItemOf } from '#shared/onboarding/sessions/embed-session-repository';
import { isId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import { type NewestRecords, readNewestRecords } from '#shared/verification/newest-records';
import type { Applicant } from './applicant.ts';
import { findOwnedApplicant } from './applicant-repository.ts';

/** An applicant and what it has filled in. */
export interface ApplicantWithSession {
  readonly applicant: Applicant;
  readonly session: EmbedSession;
}

/**
 * Reads an applicant with its session, in one trip: for `load` of an endpoint about one applicant. Just after an
 * erasure, the stored session may still contain what this function removes.
 *
 * @param applicantId any text.
 * @throws ApiError APPLICANT_NOT_FOUND when the caller's scope has none with this id.
 */
export const readApplicantWithSession = async (
  table: ItemReader,
  scope: Scope,
  applicantId: string,
): Promise<ApplicantWithSession> => {
  if (!isId('app', applicantId)) throw new ApiError('APPLICANT_NOT_FOUND');
  const [applicant, item] = await Promise.all([
    findOwnedApplicant(table, scope, applicantId),
    sessionItemOf(table, applicantId),
  ]);
  if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
  // Parsed only now, so that the duration of a refusal reveals nothing about another account's applicant.
  if (!item) throw new Error('An applicant has no session');
  const session = fromEmbedSessionItem(item);
  return { applicant, session: applicant.erasedAt === undefined ? session : erasedSession(session) };
};

/**
 * Reads an applicant with its session and the newest records of its checks, in one trip.
 *
 * @param applicantId any text.
 * @throws ApiError APPLICANT_NOT_FOUND, as {@link readApplicantWithSession} does.
 */
export const readCheckedApplicant = async (
  table: TableReader,
  scope: Scope,
  applicantId: string,
): Promise<ApplicantWithSession & { readonly newest: NewestRecords }> => {
  const [read, newest] = await Promise.all([
    readApplicantWithSession(table, scope, applicantId),
    readNewestRecords(table, { accountId: scope.accountId, id: applicantId }),
  ]);
  return { ...read, newest };
};
