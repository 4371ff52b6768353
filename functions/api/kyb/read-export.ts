import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { findExport } from '#shared/onboarding/exports/applicant-export';
import { exportAddress, exportDownloads } from '#shared/onboarding/exports/export-files';
import { exportView } from '#shared/onboarding/exports/export-view';
import { readExport } from './read-export.contract.ts';

/** GET /v1/kyb/exports/{id} */
export const handler = serve(readExport, {
  effects: [exportDownloads],
  load: ({ path, caller, meta }, { table }) => findExport(table, caller, path.id, meta.nowMs),
  answer: async ({ loaded: found }, { exportDownloads: addressOf }) => {
    if (!found) throw new ApiError('EXPORT_NOT_FOUND');
    return { success: true, data: exportView(found, await exportAddress(found, addressOf)) } as const;
  },
});
