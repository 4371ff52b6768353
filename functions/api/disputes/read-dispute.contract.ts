import { disputePath, disputeResponse } from '#shared/disputes/dispute-bodies';
import { contract } from '#shared/http/contract';

/** Reads one dispute of the account. */
export const readDispute = contract({
  name: 'read-dispute',
  group: 'disputes',
  method: 'GET',
  route: '/v1/disputes/{disputeId}',
  summary: 'Read a dispute',
  description: 'Returns a dispute that you filed. A dispute of another account or environment is not found.',
  caller: 'account',
  path: disputePath,
  success: { 200: disputeResponse },
  errors: ['DISPUTE_NOT_FOUND'],
  touches: { reads: ['dispute'], uses: ['disputeDownloads'] },
});
