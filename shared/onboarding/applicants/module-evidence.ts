import { findOwnAddressVerification } from '#shared/addresses/address-repository';
import type { AddressVerification } from '#shared/addresses/address-verification';
import type { TableReader } from '#shared/db/operations';
import { type EvidencePeriod, visitEvidence } from '#shared/direct-checks/visit-evidence';
import { MODULES } from '#shared/onboarding/modules/modules';
import { isScreening, SCREENING_TOPICS } from '#shared/onboarding/modules/screening-modules';
import type { ReadVault } from '#shared/platform/vault';
import type { CheckEvidence } from '#shared/verification/check-evidence';
import { clearedMarks } from '#shared/verification/clearance-view';
import { type Clearance, readClearances } from '#shared/verification/clearances';
import { evidenceOf } from '#shared/verification/evidence';
import {
  type EvidenceItem,
  type EvidenceOfChecks,
  findEvidence,
  holdsEvidenceOf,
  openEvidence,
} from '#shared/verification/evidence-store';
import type { Evidence } from '#shared/verification/evidence-view';
import type { NewestRecords } from '#shared/verification/newest-records';
import type { Applicant, ModuleResult } from './applicant.ts';

/** Returns the evidence of a module's result. */
export type EvidenceOf = (result: ModuleResult) => Evidence[];

/** The stored records of the checks of an applicant's modules. */
export interface StoredChecks {
  readonly items: readonly EvidenceItem[];
  readonly visit: AddressVerification | undefined;
  /** The list entries that reviewers have cleared. */
  readonly clearances: readonly Clearance[];
}

/**
 * Completes the stored records of the checks of an applicant's modules. Usually nothing is missing: only a visit, and
 * what the newest items leave out, takes a trip. A module that another one covers has the other's check.
 */
export const completeRecords = async (
  table: TableReader,
  applicant: Applicant,
  newest: NewestRecords,
): Promise<StoredChecks> => {
  // Just after an erasure, some records may still be stored.
  if (applicant.erasedAt !== undefined) return { items: [], visit: undefined, clearances: [] };
  const { id: applicantId, accountId } = applicant;
  const ended = applicant.modules.filter(({ completedAt }) => completedAt !== null);
  const references = ended.flatMap(({ verificationReference = [] }) => verificationReference);
  const checks = references.filter((reference) => !reference.startsWith('addr_'));
  const visited = references.find((reference) => reference.startsWith('addr_'));
  const known = newest.items.filter((item) => checks.some((reference) => holdsEvidenceOf(item, reference)));
  const missing = checks.filter((reference) => !known.some((item) => holdsEvidenceOf(item, reference)));
  const isScreened = ended.some(({ moduleId }) => isScreening(moduleId));
  const [others, visit, clearances] = await Promise.all([
    findEvidence(
      table,
      missing.map((verificationReference) => ({ accountId, applicantId, verificationReference })),
    ),
    visited === undefined ? undefined : findOwnAddressVerification(table, applicant, visited),
    isScreened ? (newest.clearances ?? readClearances(table, applicant)) : [],
  ]);
  return { items: [...known, ...others], visit, clearances };
};

/**
 * The stored evidence of a module. Of a screening that it shares with another module, it has only the entries of its
 * own topics.
 */
const storedEvidenceOf = (
  { moduleId, verificationReference = '' }: ModuleResult,
  checks: EvidenceOfChecks,
): CheckEvidence | undefined => {
  const kept = checks.get(verificationReference);
  if (!kept?.entries || !isScreening(moduleId)) return kept;
  const topics: readonly string[] = SCREENING_TOPICS[moduleId];
  return { ...kept, entries: kept.entries.filter(({ topic }) => topics.includes(topic)) };
};

/**
 * The evidence of the modules of an applicant.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const moduleEvidence = async (
  { items, visit, clearances }: StoredChecks,
  vault: ReadVault,
  period: EvidencePeriod,
): Promise<EvidenceOf> => {
  const [checks, clearedOf] = await Promise.all([
    openEvidence(items, vault, period.nowMs),
    clearedMarks(clearances, vault),
  ]);
  return (result) => {
    const isVisit = visit !== undefined && visit.reference === result.verificationReference;
    return evidenceOf({
      source: MODULES[result.moduleId].source,
      reasonCodes: result.reasonCodes,
      completedAt: result.completedAt,
      kept: isVisit ? visitEvidence(visit, period) : storedEvidenceOf(result, checks),
      clearedOf,
    });
  };
};
