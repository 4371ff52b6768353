import type { RequestExamples } from '#shared/http/request-example';

const DISPUTED_EVENT = {
  eventId: 'evt_01KAJ69Z8C1E4G7J0M3P6R9T2V',
  vendorId: '<COMPANY_ID>',
  kind: 'adverse_media',
  severity: 'MEDIUM',
  source: 'The Lagos Courier',
  headline: 'Textile maker fined for late deliveries',
  url: 'https://courier.example/textile-maker',
  whatChanged: 'A report about fines for late deliveries was published.',
  createdAt: '2026-11-21T14:10:02.118Z',
  match: null,
  voidedAt: null,
};

/** A live dispute, as administrators see it. */
const DISPUTE_CASE = {
  disputeId: '<LIVE_DISPUTE_ID>',
  vendorId: '<COMPANY_ID>',
  customerId: '<ACCOUNT_ID>',
  eventId: 'evt_01KAJ69Z8C1E4G7J0M3P6R9T2V',
  description: 'The suit concerns a different company, Adire Textile Mills Limited.',
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

/** A request to each endpoint of the group, which succeeds. */
export const adminExamples: RequestExamples = {
  'list-audit-entries': {
    query: { limit: '20' },
    response: {
      success: true,
      data: [
        {
          id: 'aud_01KAJ5D3R8V1X4Z6B9E2G5J7MP',
          by: 'adm_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
          action: 'pricing_rate.changed',
          target: 'chat_per_1k_tokens',
          before: { priceKobo: 10_000 },
          after: { priceKobo: 12_000 },
          requestId: 'UZ3XhgpTjoEEJmw=',
          createdAt: '<NOW>',
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'list-dispute-cases': {
    query: { status: 'pending', page: '1', limit: '20' },
    response: {
      success: true,
      data: [DISPUTE_CASE],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'read-dispute-case': {
    path: { disputeId: '<LIVE_DISPUTE_ID>' },
    response: { success: true, data: { ...DISPUTE_CASE, event: DISPUTED_EVENT } },
  },
  'record-monitoring-event': {
    body: {
      vendorId: '<COMPANY_ID>',
      kind: 'adverse_media',
      severity: 'HIGH',
      source: 'The Lagos Courier',
      headline: 'Textile maker under investigation',
      url: 'https://courier.example/textile-maker',
      whatChanged: 'An investigation by the tax authority was reported.',
    },
    response: {
      success: true,
      data: {
        eventId: 'evt_01KAJ6M2Q5S8V1X4Z7B0D3F6H9',
        vendorId: '<COMPANY_ID>',
        kind: 'adverse_media',
        severity: 'HIGH',
        source: 'The Lagos Courier',
        headline: 'Textile maker under investigation',
        url: 'https://courier.example/textile-maker',
        whatChanged: 'An investigation by the tax authority was reported.',
        createdAt: '<NOW>',
      },
    },
  },
  'review-dispute': {
    path: { disputeId: '<LIVE_DISPUTE_ID>' },
    body: { status: 'upheld', reviewNote: 'The court register names a different company.' },
    response: {
      success: true,
      data: {
        ...DISPUTE_CASE,
        status: 'upheld',
        reviewNote: 'The court register names a different company.',
        reviewedBy: 'adm_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
        reviewedAt: '<NOW>',
        scoreDeltaRestored: '8.00',
        eventVoidedAt: '<NOW>',
      },
    },
  },
  'set-pricing-rate': {
    path: { actionKey: 'chat_per_1k_tokens' },
    body: { priceKobo: 12_000 },
    response: {
      success: true,
      data: {
        actionKey: 'chat_per_1k_tokens',
        price: 120,
        priceKobo: 12_000,
        description: 'Chat assistant, 1,000 tokens',
        category: 'chat',
      },
    },
  },
};
