import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import type { Applicant } from '#shared/onboarding/applicants/applicant';
import { findOwnedApplicant } from '#shared/onboarding/applicants/applicant-repository';
import { isId } from '#shared/platform/ids';
import type { Scope } from '#shared/platform/scope';
import type { ReadVault } from '#shared/platform/vault';
import { type Clearance, readClearances } from '#shared/verification/clearances';
import { type EvidenceItem, findEvidence, openEvidence } from '#shared/verification/evidence-store';
import type { FoundEntry } from '#shared/verification/listed-entry';
import type { ClearanceRequest } from './review-bodies.ts';

/** An applicant, and the list entries that reviewers have cleared for it. */
export interface ClearedApplicant {
  /** Undefined when the account has no applicant with this id. */
  readonly applicant: Applicant | undefined;
  readonly clearances: readonly Clearance[];
}

/** Reads an applicant of the account and its clearances, in one trip. @param applicantId untrusted text. */
export const readClearedApplicant = async (
  table: TableReader,
  scope: Scope,
  applicantId: string,
): Promise<ClearedApplicant> => {
  if (!isId('app', applicantId)) return { applicant: undefined, clearances: [] };
  const [applicant, clearances] = await Promise.all([
    findOwnedApplicant(table, scope, applicantId),
    readClearances(table, { accountId: scope.accountId, id: applicantId }),
  ]);
  // Just after an erasure, some clearances may still be stored.
  return { applicant, clearances: applicant?.erasedAt === undefined ? clearances : [] };
};

/**
 * Reads the evidence of a check of one of the account's applicants. @param reference untrusted text, like
 * `applicantId`.
 */
export const readCheckOf = async (
  table: TableReader,
  { accountId }: Scope,
  applicantId: string,
  reference: string,
): Promise<readonly EvidenceItem[]> => {
  if (!isId('app', applicantId) || !isId('ver', reference)) return [];
  return findEvidence(table, [{ accountId, applicantId, verificationReference: reference }]);
};

/**
 * Finds the entry of a check that a request names.
 *
 * @throws ApiError SCREENING_ENTRY_NOT_FOUND, SCREENING_ENTRY_AMBIGUOUS; SealedTextUnreadable; SecretUnavailable.
 */
export const namedEntry = async (
  check: readonly EvidenceItem[],
  { verificationReference, entity, list, name }: ClearanceRequest,
  vault: ReadVault,
  nowMs: number,
): Promise<FoundEntry> => {
  const { entries = [] } = (await openEvidence(check, vault, nowMs)).get(verificationReference) ?? {};
  const named = entries.filter((entry) =>
    entity === undefined ? entry.list === list && entry.name === name : entry.entity === entity,
  );
  const [entry] = named;
  if (!entry) throw new ApiError('SCREENING_ENTRY_NOT_FOUND');
  if (named.some((other) => other.entity !== entry.entity)) throw new ApiError('SCREENING_ENTRY_AMBIGUOUS');
  return entry;
};
