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
  openEvidence,
} from '#shared/verification/evidence-store';
import type { Evidence } from '#shared/verification/evidence-view';
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
 * Reads the stored records of the checks of an applicant's modules, in one trip. Usually that is one item, from the
 * last assessment. A module that another one covers has the other's check.
 */
export const readStoredChecks = async (table: TableReader, applicant: Applicant): Promise<StoredChecks> => {
  // Just after an erasure, some records may still be stored.
  if (applicant.erasedAt !== undefined) return { items: [], visit: undefined, clearances: [] };
  const { id: applicantId, accountId } = applicant;
  const ended = applicant.modules.filter(({ completedAt }) => completedAt !== null);
  const references = ended.flatMap(({ verificationReference = [] }) => verificationReference);
  const checks = references.filter((reference) => !reference.startsWith('addr_'));
  const visited = references.find((reference) => reference.startsWith('addr_'));
  const [items, visit, clearances] = await Promise.all([
    findEvidence(
      table,
      checks.map((verificationReference) => ({ accountId, applicantId, verificationReference })),
    ),
    visited === undefined ? undefined : findOwnAddressVerification(table, applicant, visited),
    ended.some(({ moduleId }) => isScreening(moduleId)) ? readClearances(table, applicant) : [],
  ]);
  return { items, visit, clearances };
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
