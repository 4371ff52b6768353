import { disputeResponse, fileDisputeBody } from '#shared/disputes/dispute-bodies';
import { DOCUMENTS_RULE } from '#shared/disputes/dispute-documents';
import { contract } from '#shared/http/contract';

/** Files a dispute about a monitoring event. */
export const fileDispute = contract({
  name: 'file-dispute',
  group: 'disputes',
  method: 'POST',
  route: '/v1/disputes',
  summary: 'File a dispute',
  description:
    'Files a dispute against a monitoring event of a vendor that you watch or own. Send JSON, or multipart ' +
    'with up to five `documents` (PDF, JPEG or PNG by content, up to 4 MB together). You can have one open ' +
    'dispute about an event; after a rejection you can file another. A replayed response contains the ' +
    'original download URLs, which may have expired.',
  caller: 'account',
  consumes: 'json-or-multipart',
  files: { documents: { ...DOCUMENTS_RULE, required: false } },
  body: fileDisputeBody,
  success: { 201: disputeResponse },
  errors: ['VENDOR_NOT_FOUND', 'EVENT_NOT_FOUND', 'EVENT_VOIDED', 'DISPUTE_EXISTS'],
  idempotent: 'claim',
  links: [
    { to: 'read-dispute', parameters: { disputeId: 'data.disputeId' } },
    { to: 'add-dispute-documents', parameters: { disputeId: 'data.disputeId' } },
  ],
  touches: {
    reads: ['company', 'watch', 'vendor', 'disputeList', 'disputeCases', 'openDisputes'],
    writes: ['dispute', 'openDisputes', 'disputeList', 'vendorDisputeList', 'disputeCases', 'fileRemoval', 'outbox'],
    uses: ['disputeUploads', 'disputeDownloads'],
  },
});
