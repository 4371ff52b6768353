import { disputeDownloads } from '#shared/disputes/dispute-files';
import { findOwnDispute } from '#shared/disputes/dispute-repository';
import { disputeView } from '#shared/disputes/dispute-view';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { callerEnvironment } from '#shared/platform/scope';
import { readDispute } from './read-dispute.contract.ts';

/** GET /v1/disputes/{disputeId} */
export const handler = serve(readDispute, {
  effects: [disputeDownloads],
  load: ({ path, caller }, { table }) => findOwnDispute(table, callerEnvironment(caller), path.disputeId),
  answer: async ({ loaded: dispute }, { disputeDownloads: addressOf }) => {
    if (!dispute) throw new ApiError('DISPUTE_NOT_FOUND');
    return { success: true, data: await disputeView(dispute, addressOf) };
  },
});
