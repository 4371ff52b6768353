import { disputePath, disputeResponse } from '#shared/disputes/dispute-bodies';
import { contract } from '#shared/http/contract';

/** Reads one dispute of any account. */
export const readDisputeCase = contract({
  name: 'read-dispute-case',
  group: 'admin',
  method: 'GET',
  route: '/v1/admin/disputes/{disputeId}',
  summary: 'Read a dispute of any account',
  description: 'A dispute of the sandbox is not found.',
  caller: 'admin',
  path: disputePath,
  success: { 200: disputeResponse },
  errors: ['DISPUTE_NOT_FOUND'],
  touches: { reads: ['dispute'], uses: ['disputeDownloads'] },
});
