import type { RequestExamples } from '#shared/http/request-example';

/** The sandbox of an account has its own vendors and events. */
const SANDBOX = { authorization: 'Bearer <SANDBOX_SECRET_KEY>' };

const DESCRIPTION = 'The suit concerns a different company, Adire Textile Mills Limited.';

/** The dispute after it was filed. */
const FILED = {
  disputeId: '<DISPUTE_ID>',
  vendorId: '<SANDBOX_COMPANY_ID>',
  customerId: '<ACCOUNT_ID>',
  eventId: '<REPORTED_EVENT_ID>',
  description: DESCRIPTION,
  documents: [],
  status: 'pending',
  reviewNote: null,
  reviewedBy: null,
  reviewedAt: null,
  scoreDeltaRestored: null,
  eventVoidedAt: null,
  createdAt: '<NOW>',
  updatedAt: '<NOW>',
};

const DOCUMENT = {
  url: 'https://files.example/disputes/judgment.pdf?X-Amz-Expires=900',
  publicId: 'doc_01KAJ6C2E5G8J1M4P7R0T3V6XZ',
  filename: 'judgment.pdf',
  mimeType: 'application/pdf',
  uploadedAt: '<NOW>',
};

/** A request to each endpoint of the group, which succeeds. */
export const disputesExamples: RequestExamples = {
  'file-dispute': {
    headers: SANDBOX,
    body: { vendorId: '<SANDBOX_COMPANY_ID>', eventId: '<REPORTED_EVENT_ID>', description: DESCRIPTION },
    response: { success: true, data: FILED },
  },
  'list-disputes': {
    headers: SANDBOX,
    query: { vendorId: '<SANDBOX_COMPANY_ID>', status: 'pending', page: '1', limit: '20' },
    response: {
      success: true,
      data: [FILED],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'read-dispute': {
    headers: SANDBOX,
    path: { disputeId: '<DISPUTE_ID>' },
    response: { success: true, data: FILED },
  },
  'add-dispute-documents': {
    headers: SANDBOX,
    path: { disputeId: '<DISPUTE_ID>' },
    body: {},
    files: { documents: { filename: 'judgment.pdf', content: '%PDF-1.7\n%%EOF\n' } },
    response: { success: true, data: { ...FILED, documents: [DOCUMENT] } },
  },
};
