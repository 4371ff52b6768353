import { disputeDownloads } from '#shared/disputes/dispute-files';
import { findLiveDispute } from '#shared/disputes/dispute-repository';
import { disputeView } from '#shared/disputes/dispute-view';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { readDisputeCase } from './read-dispute-case.contract.ts';

/** GET /v1/admin/disputes/{disputeId} */
export const handler = serve(readDisputeCase, {
  effects: [disputeDownloads],
  load: ({ path }, { table }) => findLiveDispute(table, path.disputeId),
  answer: async ({ loaded: dispute }, { disputeDownloads: addressOf }) => {
    if (!dispute) throw new ApiError('DISPUTE_NOT_FOUND');
    return { success: true, data: await disputeView(dispute, addressOf) };
  },
});
