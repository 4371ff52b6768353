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
    'Leads it to `under_review`, `upheld` or `rejected`; the last two are final. Upholding it voids the event, gives the ' +
    "vendor's score back what the event took, and notifies who watches the vendor, once an event: another dispute " +
    'about it is then upheld without restoring anything. The same status again changes nothing. Each change is recorded. ' +
    'One of the sandbox is not found.',
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
