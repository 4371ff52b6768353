import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { type EmbedSession, fromEmbedSessionItem } from '#shared/onboarding/sessions/embed-session';
import { erasedSession } from '#shared/onboarding/sessions/embed-session-repository';
import { embedSessionKeys } from '#shared/onboarding/sessions/keys';
import { isId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import type { Applicant } from './applicant.ts';
import { findOwnedApplicant } from './applicant-repository.ts';
import { type NewestRecords, readNewestRecords } from './module-evidence.ts';

/** An applicant with its session, and the newest records of its checks. */
export interface ApplicantRead {
  readonly applicant: Applicant;
  readonly session: EmbedSession;
  readonly newest: NewestRecords;
}

/**
 * Reads an applicant with its session and the newest records of its checks, in one trip: for `load` of an endpoint about
 * one applicant. Just after an erasure, the stored session may still contain what this function removes.
 *
 * @param applicantId any text.
 * @throws ApiError APPLICANT_NOT_FOUND when the caller's scope has none with this id.
 */
export const readApplicantWithSession = async (
  table: TableReader,
  scope: Scope,
  applicantId: string,
): Promise<ApplicantRead> => {
  if (!isId('app', applicantId)) throw new ApiError('APPLICANT_NOT_FOUND');
  const [applicant, item, newest] = await Promise.all([
    findOwnedApplicant(table, scope, applicantId),
    table.get(embedSessionKeys.sessionOfApplicant(applicantId)),
    readNewestRecords(table, { accountId: scope.accountId, id: applicantId }),
  ]);
  if (!applicant) throw new ApiError('APPLICANT_NOT_FOUND');
  if (!item) throw new Error('An applicant has no session');
  const session = fromEmbedSessionItem(item);
  return { applicant, session: applicant.erasedAt === undefined ? session : erasedSession(session), newest };
};
