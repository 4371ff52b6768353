import type { TableReader } from '#shared/db/operations';
import type { ReadVault } from '#shared/platform/vault';
import { clearedMarks } from '#shared/verification/clearance-view';
import { readClearances } from '#shared/verification/clearances';
import { findEvidence, openEvidence } from '#shared/verification/evidence-store';
import type { RecordedVerification, ShownEvidence } from './verification-view.ts';
import type { EvidencePeriod } from './visit-evidence.ts';

/**
 * Reads and opens what is stored about recorded checks, in one trip: their evidence and, for screened applicants, the
 * list entries that reviewers cleared. A visit has all of this in its own record.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const shownEvidence = async (
  table: TableReader,
  recorded: readonly RecordedVerification[],
  vault: ReadVault,
  period: EvidencePeriod,
): Promise<ShownEvidence> => {
  const checks = recorded.flatMap((one) => (one.kind === 'check' ? [one.check] : []));
  const screened = new Map(
    checks.flatMap(({ source, accountId, applicantId }) =>
      source === 'screening' && applicantId !== null ? [[applicantId, { accountId, id: applicantId }] as const] : [],
    ),
  );
  const [items, cleared] = await Promise.all([
    findEvidence(table, checks),
    Promise.all([...screened.values()].map(async (one) => [one.id, await readClearances(table, one)] as const)),
  ]);
  const [kept, marks] = await Promise.all([
    openEvidence(items, vault, period.nowMs),
    Promise.all(cleared.map(async ([id, clearances]) => [id, await clearedMarks(clearances, vault)] as const)),
  ]);
  return { kept, clearedOf: new Map(marks), period };
};
