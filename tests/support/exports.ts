import { serviceTable } from '#shared/db/client';
import {
  type ApplicantExport,
  creationWrites,
  type ExportFilters,
  newExport,
} from '#shared/onboarding/exports/applicant-export';
import type { Widget } from '#shared/onboarding/widgets/widget';
import type { Scope } from '#shared/platform/scope';

/** Creates an export of an account as a call would, at a time. */
export const createExportFor = async (
  scope: Pick<Scope, 'accountId' | 'environments'>,
  filters: ExportFilters = {},
  { nowMs = Date.now(), widget }: { readonly nowMs?: number; readonly widget?: Widget } = {},
): Promise<ApplicantExport> => {
  const made = newExport(scope, filters, widget, nowMs);
  const { written } = await serviceTable().transact(creationWrites(made, nowMs));
  if (!written) throw new Error('The account has a running export');
  return made;
};
