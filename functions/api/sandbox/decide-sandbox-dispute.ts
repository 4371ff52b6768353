import { newerAmong, onLatest } from '#shared/db/latest';
import { disputeDownloads } from '#shared/disputes/dispute-files';
import { findOwnDispute } from '#shared/disputes/dispute-repository';
import { disputeView } from '#shared/disputes/dispute-view';
import { type ReviewState, readReview, reviewDispute, reviewRecords } from '#shared/disputes/review-dispute';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { fanOuts } from '#shared/monitoring/alerts/fan-out-queue';
import { wakeFanOut } from '#shared/monitoring/alerts/wake-fan-out';
import { decideSandboxDispute } from './decide-sandbox-dispute.contract.ts';

/** POST /v1/sandbox/disputes/{disputeId}/decision */
export const handler = serve(decideSandboxDispute, {
  effects: [disputeDownloads, fanOuts],
  load: async ({ path, caller }, { table }) => {
    // What is not in the caller's reach is the same as what never was.
    if (!caller.environments.includes('sandbox')) return undefined;
    return findOwnDispute(table, { accountId: caller.accountId, environment: 'sandbox' }, path.disputeId);
  },
  answer: async ({ body, caller, loaded, meta }, { table, commit, disputeDownloads, fanOuts, log }) => {
    if (!loaded) throw new ApiError('DISPUTE_NOT_FOUND');
    const attempt = async (state: ReviewState) => {
      const reviewed = reviewDispute(state, { ...body, reviewerId: caller.accountId }, meta.nowMs);
      const response = { success: true, data: await disputeView(reviewed.dispute, disputeDownloads) } as const;
      const value = { response, point: reviewed.point };
      if (!reviewed.operations) return { result: { written: true } as const, value };
      return { result: await commit(reviewed.operations, response), value };
    };
    const start = await readReview(table, loaded, body);
    const newer = newerAmong<ReviewState>(reviewRecords(loaded), 'dispute');
    const { result, value } = await onLatest(start, attempt, newer);
    if (!result.written) throw new Error('A review was refused by something else than what it started from');
    if (value.point) await wakeFanOut(fanOuts, value.point, log);
    return value.response;
  },
});
