import type { RequestExamples } from '#shared/http/request-example';

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
