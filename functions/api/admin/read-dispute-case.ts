import { disputeDownloads } from '#shared/disputes/dispute-files';
import { findLiveDispute } from '#shared/disputes/dispute-repository';
import { disputeView } from '#shared/disputes/dispute-view';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { readEventView } from '#shared/monitoring/vendors/event-bodies';
import { findEvent } from '#shared/monitoring/vendors/event-repository';
import { readDisputeCase } from './read-dispute-case.contract.ts';

/** GET /v1/admin/disputes/{disputeId} */
export const handler = serve(readDisputeCase, {
  effects: [disputeDownloads],
  load: ({ path }, { table }) => findLiveDispute(table, path.disputeId),
  answer: async ({ loaded: dispute }, { table, disputeDownloads: addressOf }) => {
    if (!dispute) throw new ApiError('DISPUTE_NOT_FOUND');
    const [view, event] = await Promise.all([
      disputeView(dispute, addressOf),
      findEvent(table, dispute.vendorId, dispute.eventId),
    ]);
    if (!event) throw new Error('A dispute is about an event that has no record');
    return { success: true, data: { ...view, event: readEventView(event) } };
  },
});
