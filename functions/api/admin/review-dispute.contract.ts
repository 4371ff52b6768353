import { disputePath, disputeResponse, reviewDisputeBody } from '#shared/disputes/dispute-bodies';
import { contract } from '#shared/http/contract';

/** Reviews a dispute. */
export const reviewDispute = contract({
  name: 'review-dispute',
  group: 'admin',
  method: 'PATCH',
  route: '/v1/admin/disputes/{disputeId}',
  summary: 'Review a dispute',
  description:
    'Sets the status to `under_review`, `upheld` or `rejected`. `upheld` and `rejected` are final. Upholding ' +
    "a dispute voids its event, returns the points that the event took from the vendor's score, and notifies " +
    'the accounts that watch the vendor. This happens once for each event: upholding another dispute about ' +
    'the same event restores no more points. Setting the same status again changes nothing. Each change ' +
    'records an audit entry. A sandbox dispute is not found.',
  caller: 'admin',
  path: disputePath,
  body: reviewDisputeBody,
  success: { 200: disputeResponse },
  errors: ['DISPUTE_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: {
    reads: ['accountAccess', 'audit', 'dispute', 'vendor'],
    writes: [
      'audit',
      'dispute',
      'openDisputes',
      'disputeList',
      'vendorDisputeList',
      'disputeCases',
      'vendor',
      'recentEvents',
      'outbox',
    ],
    uses: ['disputeDownloads', 'fanOuts'],
  },
});
