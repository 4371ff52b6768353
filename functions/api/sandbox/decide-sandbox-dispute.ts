import { newerAmong } from '#shared/db/latest';
import { commitReview } from '#shared/disputes/commit-review';
import { disputeDownloads } from '#shared/disputes/dispute-files';
import { findOwnDispute } from '#shared/disputes/dispute-repository';
import { type ReviewState, readReview, reviewRecords } from '#shared/disputes/review-dispute';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { wakeFanOut } from '#shared/monitoring/fan-out/wake-fan-out';
import { decideSandboxDispute } from './decide-sandbox-dispute.contract.ts';

/** POST /v1/sandbox/disputes/{disputeId}/decision */
export const handler = serve(decideSandboxDispute, {
  effects: [disputeDownloads, fanOuts],
  load: async ({ path, body, caller }, { table }) => {
    // What is outside the caller's scope is treated as missing.
    if (!caller.environments.includes('sandbox')) return undefined;
    const owner = { accountId: caller.accountId, environment: 'sandbox' } as const;
    const dispute = await findOwnDispute(table, owner, path.disputeId);
    return dispute && readReview(table, dispute, body);
  },
  answer: async ({ body, caller, loaded, meta }, { commit, disputeDownloads, fanOuts, log }) => {
    if (!loaded) throw new ApiError('DISPUTE_NOT_FOUND');
    const { result, value } = await commitReview(
      loaded,
      { ...body, reviewerId: caller.accountId },
      {
        nowMs: meta.nowMs,
        addressOf: disputeDownloads,
        newer: newerAmong<ReviewState>(reviewRecords(loaded.dispute), 'dispute'),
        commit: ({ operations }, _, response) => commit(operations, response),
      },
    );
    if (!result.written) throw new Error('A review was refused by something else than what it started from');
    if (value.point) await wakeFanOut(fanOuts, value.point, log);
    return value.response;
  },
});
