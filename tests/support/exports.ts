import { serviceTable } from '#shared/db/client';
import {
  type ApplicantExport,
  creationWrites,
  type ExportFilters,
  newExport,
} from '#shared/onboarding/exports/applicant-export';
import type { Scope } from '#shared/platform/scope';

/**
 * Writes an export of an account into the table, as if it had been ordered at a time. No worker is told. Concurrent
 * calls are safe.
 */
export const createExportFor = async (
  scope: Pick<Scope, 'accountId' | 'environments'>,
  filters: ExportFilters = {},
  nowMs: number = Date.now(),
): Promise<ApplicantExport> => {
  const made = newExport(scope, filters, undefined, nowMs);
  await serviceTable().write(creationWrites(made, nowMs).export);
  return made;
};
