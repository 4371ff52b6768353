import * as v from 'valibot';
import { disputeListQuery, disputeListResponse } from '#shared/disputes/dispute-bodies';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';
import { idFilter } from '#shared/http/schemas/texts';
import { described } from '#shared/platform/described';

/** Lists the disputes of the account. */
export const listDisputes = contract({
  name: 'list-disputes',
  group: 'disputes',
  method: 'GET',
  route: '/v1/disputes',
  summary: 'List disputes',
  description: "Lists the disputes that you filed in the credential's environment, newest first, with exact totals.",
  caller: 'account',
  query: object({
    ...disputeListQuery,
    vendorId: v.optional(described(idFilter, 'Only disputes about this vendor (`cmp_`).')),
  }),
  success: { 200: disputeListResponse },
  touches: {
    reads: ['disputeList', 'vendorDisputeList', 'disputesByStatus', 'vendorDisputesByStatus'],
    uses: ['disputeDownloads'],
  },
});
