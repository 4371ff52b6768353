import { contract } from '#shared/http/contract';
import { exportPath, exportResponse } from '#shared/onboarding/exports/export-view';

/** Reads one export of the account. */
export const readExport = contract({
  name: 'read-export',
  group: 'kyb',
  method: 'GET',
  route: '/v1/kyb/exports/{id}',
  summary: 'Read an export',
  description:
    'Returns an export with its progress and, once it is completed, a new address of its file, which works for one hour. ' +
    'An export of another account, or of an environment that the credential does not reach, is not found.',
  caller: 'account',
  path: exportPath,
  success: { 200: exportResponse },
  errors: ['EXPORT_NOT_FOUND'],
  touches: { reads: ['applicantExports'], uses: ['exportDownloads'] },
});
