import { AUDIT_LIST, auditWrites, readAuditHead } from '#shared/audit/audit-writes';
import { refuseAudited } from '#shared/audit/audited';
import { newerAmong } from '#shared/db/latest';
import { headRecord, type ListHead } from '#shared/db/lists/counted-list';
import { commitReview } from '#shared/disputes/commit-review';
import { disputeDownloads } from '#shared/disputes/dispute-files';
import { findLiveDispute } from '#shared/disputes/dispute-repository';
import { type ReviewState, readReview, reviewRecords } from '#shared/disputes/review-dispute';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { fanOuts } from '#shared/monitoring/fan-out/fan-out-queue';
import { wakeFanOut } from '#shared/monitoring/fan-out/wake-fan-out';
import { reviewDispute as contract } from './review-dispute.contract.ts';

/** The state that an audited review starts from. */
interface AuditedReview extends ReviewState {
  readonly head: ListHead;
}

/** PATCH /v1/admin/disputes/{disputeId}: the review, its effects and its audit entry are one transaction. */
export const handler = serve(contract, {
  effects: [disputeDownloads, fanOuts],
  load: async ({ path }, { table }) => {
    const [dispute, head] = await Promise.all([findLiveDispute(table, path.disputeId), readAuditHead(table)]);
    return dispute && { dispute, head };
  },
  answer: async ({ body, caller: { accountId }, loaded, meta }, { table, commit, disputeDownloads, fanOuts, log }) => {
    if (!loaded) throw new ApiError('DISPUTE_NOT_FOUND');
    const actor = { kind: 'admin', accountId, requestId: meta.requestId } as const;
    const start = { ...(await readReview(table, loaded.dispute, body)), head: loaded.head };
    const records = { ...reviewRecords(loaded.dispute), head: headRecord(AUDIT_LIST) };
    const { result, value } = await commitReview(
      start,
      { ...body, reviewerId: accountId },
      {
        nowMs: meta.nowMs,
        addressOf: disputeDownloads,
        newer: newerAmong<AuditedReview>(records, 'dispute'),
        commit: ({ dispute, operations }, { dispute: before, head }, response) => {
          const change = {
            actor,
            action: 'dispute.reviewed',
            target: before.disputeId,
            before: { status: before.status },
            after: { status: dispute.status },
          } as const;
          return commit({ ...operations, ...auditWrites(change, head, meta.nowMs) }, response);
        },
      },
    );
    if (!result.written) return refuseAudited(result.refusals);
    if (value.point) await wakeFanOut(fanOuts, value.point, log);
    return value.response;
  },
});
