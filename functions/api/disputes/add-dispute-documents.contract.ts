import { disputePath, disputeResponse } from '#shared/disputes/dispute-bodies';
import { DOCUMENTS_RULE } from '#shared/disputes/dispute-documents';
import { contract } from '#shared/http/contract';
import { object } from '#shared/http/schemas/containers';

/** Adds documents to a dispute that is not under review yet. */
export const addDisputeDocuments = contract({
  name: 'add-dispute-documents',
  group: 'disputes',
  method: 'POST',
  route: '/v1/disputes/{disputeId}/documents',
  summary: 'Add documents to a dispute',
  description:
    'Adds documents to a `pending` dispute. Each of the `documents` must be a PDF, JPEG or PNG by content, ' +
    'up to 4 MB together in a request. A dispute can have up to five documents in all. Documents cannot be ' +
    'removed. A replayed response contains the original download URLs, which may have expired.',
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
