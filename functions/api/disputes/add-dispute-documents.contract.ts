import { disputePath, disputeResponse } from '#shared/disputes/dispute-bodies';
import { DOCUMENTS_RULE } from '#shared/disputes/dispute-documents';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';

/** Adds documents to a dispute that nobody reviews yet. */
export const addDisputeDocuments = contract({
  name: 'add-dispute-documents',
  group: 'disputes',
  method: 'POST',
  route: '/v1/disputes/{disputeId}/documents',
  summary: 'Add documents to a dispute',
  description:
    'Adds documents to a `pending` dispute. `documents` must be PDF, JPEG or PNG by content, up to 4 MB in a ' +
    'request. A dispute has at most five documents in all. Documents cannot be removed. A replayed response ' +
    "keeps its download addresses, which expire with the first response's.",
  caller: 'account',
  consumes: 'multipart',
  files: { documents: { ...DOCUMENTS_RULE, required: true } },
  path: disputePath,
  body: object({}),
  success: { 201: disputeResponse },
  errors: ['DISPUTE_NOT_FOUND', 'ILLEGAL_STATE', 'TOO_MANY_DOCUMENTS'],
  idempotent: 'claim',
  touches: {
    reads: ['dispute'],
    writes: ['dispute', 'fileRemoval'],
    uses: ['disputeUploads', 'disputeDownloads'],
  },
});
