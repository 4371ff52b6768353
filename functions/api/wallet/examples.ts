import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const walletExamples: RequestExamples = {
  'read-pricing-rates': {},
  'read-wallet': {
    query: {
      environment: 'sandbox',
    },
  },
  'list-transactions': {
    query: {
      environment: 'sandbox',
      type: 'debit',
      from: '2026-11-01',
      to: '2026-11-21',
      page: '1',
      limit: '20',
    },
  },
  'start-top-up': {
    body: {
      amountKobo: 2_500_000,
    },
  },
  'read-top-up': {
    path: {
      reference: '<TOP_UP_REFERENCE>',
    },
  },
  'show-checkout': {
    path: {
      reference: '<TOP_UP_REFERENCE>',
    },
  },
  'complete-checkout': {
    path: {
      reference: '<TOP_UP_REFERENCE>',
    },
    body: {
      outcome: 'success',
    },
  },
  'receive-paystack-callback': {
    headers: {
      'x-paystack-signature': '<PAYSTACK_SIGNATURE>',
    },
    body: {
      event: 'charge.success',
      data: {
        id: 2_009_945_086,
        domain: 'test',
        status: 'success',
        reference: '<PAYSTACK_REFERENCE>',
        amount: 2_500_000,
        currency: 'NGN',
        paid_at: '2026-11-21T14:03:20.000Z',
        channel: 'card',
        metadata: {
          accountId: '<ACCOUNT_ID>',
          environment: 'live',
        },
        customer: {
          email: 'owner@adire.example',
          customer_code: 'CUS_i5yosncbl8h2kvc',
        },
      },
    },
  },
};
