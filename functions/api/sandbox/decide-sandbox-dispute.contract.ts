import { decideSandboxDisputeBody, disputePath, disputeResponse } from '#shared/disputes/dispute-bodies';
import { contract } from '#shared/http/contract';

/** Decides on a dispute in the sandbox, as an administrator does. */
export const decideSandboxDispute = contract({
  name: 'decide-sandbox-dispute',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/disputes/{disputeId}/decision',
  summary: 'Decide on a sandbox dispute',
  description:
    'Decides on one of your sandbox disputes; a dispute in `live` is not found. Works like an ' +
    "administrator's review, except that a note is not required and you are the reviewer in `reviewedBy`.",
  caller: 'account',
  limit: 'sandboxActions',
  path: disputePath,
  body: decideSandboxDisputeBody,
  success: { 200: disputeResponse },
  errors: ['DISPUTE_NOT_FOUND', 'ILLEGAL_STATE'],
  touches: {
    reads: ['dispute', 'vendor'],
    writes: ['dispute', 'openDisputes', 'disputeList', 'vendorDisputeList', 'vendor', 'recentEvents', 'outbox'],
    uses: ['disputeDownloads', 'fanOuts'],
  },
});
