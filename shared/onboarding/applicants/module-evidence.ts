import type { ItemReader } from '#shared/db/operations';
import { type CheckRecord, openEntries } from '#shared/direct-checks/check-record';
import { findCheck } from '#shared/direct-checks/find-check';
import { MODULES } from '#shared/onboarding/modules/modules';
import { isScreening, SCREENING_TOPICS } from '#shared/onboarding/modules/screening-modules';
import type { ReadVault } from '#shared/platform/vault';
import { evidenceOf, type FoundEntry } from '#shared/verification/evidence';
import type { Evidence } from '#shared/verification/evidence-view';
import type { Applicant, ModuleResult } from './applicant.ts';

/** Gives the evidence of a module's result. */
export type EvidenceOf = (result: ModuleResult) => Promise<Evidence[]>;

/** Whether the record of a module's check holds more than its result: the entries that a screening found. */
const hasFoundEntries = ({ moduleId, reasonCodes }: ModuleResult): boolean =>
  isScreening(moduleId) && reasonCodes.length > 0;

/**
 * Reads the records of the screenings of an applicant that found something, in one trip; none where none did. A module that
 * another one covers names the other's record.
 */
export const readScreenings = async (table: ItemReader, applicant: Applicant): Promise<readonly CheckRecord[]> => {
  // Of an applicant that was erased a moment ago, the records may still hold them.
  const found = applicant.erasedAt === undefined ? applicant.modules.filter(hasFoundEntries) : [];
  const references = new Set(found.flatMap(({ verificationReference }) => verificationReference ?? []));
  const records = await Promise.all([...references].map((reference) => findCheck(table, applicant, reference)));
  return records.filter((record) => record !== undefined);
};

/** The entries of a module's own topics. */
const entriesOf = async (
  { moduleId, verificationReference }: ModuleResult,
  records: readonly CheckRecord[],
  vault: ReadVault,
): Promise<readonly FoundEntry[]> => {
  const record = records.find((one) => one.verificationReference === verificationReference);
  if (!record || !isScreening(moduleId)) return [];
  const topics: readonly string[] = SCREENING_TOPICS[moduleId];
  return (await openEntries(record, vault)).filter(({ topic }) => topics.includes(topic));
};

/**
 * The evidence of the modules of an applicant. The vault is asked only for a screening that found something.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const moduleEvidence =
  (records: readonly CheckRecord[], vault: ReadVault): EvidenceOf =>
  async (result) =>
    evidenceOf({
      source: MODULES[result.moduleId].source,
      reasonCodes: result.reasonCodes,
      completedAt: result.completedAt,
      entries: await entriesOf(result, records, vault),
    });
