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
    'While it is `pending`. `documents` are PDF, JPEG or PNG by their content, 4 MB together in a request; a dispute has ' +
    'at most five, whenever they were sent. A document cannot be taken back. The addresses of documents in a repeated ' +
    'response end with those of the first one.',
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
