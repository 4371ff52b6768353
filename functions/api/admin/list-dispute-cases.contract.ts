import { disputeListQuery, disputeListResponse } from '#shared/disputes/dispute-bodies';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';

/** Lists the disputes of all accounts. */
export const listDisputeCases = contract({
  name: 'list-dispute-cases',
  group: 'admin',
  method: 'GET',
  route: '/v1/admin/disputes',
  summary: 'List the disputes of all accounts',
  description:
    'Lists the disputes of all accounts in `live`, newest first, with exact totals. Accounts decide their ' +
    'own sandbox disputes.',
  caller: 'admin',
  query: object(disputeListQuery),
  success: { 200: disputeListResponse },
  touches: { reads: ['disputeCases', 'disputeCasesByStatus'], uses: ['disputeDownloads'] },
});
