import { EXAMPLE_TOP_UP_KOBO } from '#functions/api/example-values';
import type { RequestExamples } from '#shared/http/request-example';

const STARTED = {
  reference: '<TOP_UP_REFERENCE>',
  authorizationUrl: 'https://checkout.paystack.com/0peioxfhpn',
  status: 'pending',
};

/** A request to each endpoint of the group, which succeeds. */
export const walletExamples: RequestExamples = {
  'read-pricing-rates': {
    response: {
      success: true,
      rates: [
        {
          actionKey: 'cac_verification',
          price: 200,
          priceKobo: 20_000,
          description: 'Company registration (CAC) check',
          category: 'verification',
        },
      ],
    },
  },
  'read-wallet': {
    query: {
      environment: 'sandbox',
    },
    response: {
      success: true,
      wallet: {
        environment: 'sandbox',
        balanceKobo: 9_950_000,
        balance: 99_500,
        currency: 'NGN',
        lowBalanceThresholdKobo: 0,
        autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, stoppedReason: null },
        updatedAt: '<NOW>',
      },
    },
  },
  'set-threshold': {
    query: {
      environment: 'sandbox',
    },
    body: {
      thresholdKobo: 100_000,
    },
    response: {
      success: true,
      wallet: {
        environment: 'sandbox',
        balanceKobo: 9_950_000,
        balance: 99_500,
        currency: 'NGN',
        lowBalanceThresholdKobo: 100_000,
        autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, stoppedReason: null },
        updatedAt: '<NOW>',
      },
    },
  },
  'set-auto-top-up': {
    query: {
      environment: 'sandbox',
    },
    body: {
      enabled: true,
      thresholdKobo: 100_000,
      amountKobo: EXAMPLE_TOP_UP_KOBO,
    },
    response: {
      success: true,
      wallet: {
        environment: 'sandbox',
        balanceKobo: 9_950_000,
        balance: 99_500,
        currency: 'NGN',
        lowBalanceThresholdKobo: 0,
        autoTopUp: { enabled: true, thresholdKobo: 100_000, amountKobo: EXAMPLE_TOP_UP_KOBO, stoppedReason: null },
        updatedAt: '<NOW>',
      },
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
    response: {
      success: true,
      transactions: [
        {
          id: 'txn_01KAJ3W8Q0V6XK4T8E2Z9C5R7P',
          type: 'debit',
          amountKobo: 50_000,
          balanceAfterKobo: 9_950_000,
          actionKey: 'kyb_session_base',
          description: 'Onboarding session of one applicant',
          reference: '<APPLICANT_ID>',
          environment: 'sandbox',
          createdAt: '<NOW>',
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'read-transaction': {
    path: {
      id: '<TRANSACTION_ID>',
    },
    response: {
      success: true,
      data: {
        id: '<TRANSACTION_ID>',
        type: 'debit',
        amountKobo: 50_000,
        balanceAfterKobo: 9_950_000,
        actionKey: 'kyb_session_base',
        description: 'Onboarding session of one applicant',
        reference: '<APPLICANT_ID>',
        environment: 'sandbox',
        createdAt: '<NOW>',
      },
    },
  },
  'show-receipt': {
    path: {
      id: '<TRANSACTION_ID>',
    },
    response: '<!doctype html>\n<html lang="en">…</html>\n',
  },
  'read-saved-card': {
    query: {
      environment: '<CARD_ENVIRONMENT>',
    },
    response: {
      success: true,
      data: {
        environment: 'sandbox',
        brand: 'visa',
        lastFour: '4081',
        expiryMonth: 12,
        expiryYear: 2030,
        savedAt: '<NOW>',
      },
    },
  },
  'remove-saved-card': {
    query: {
      environment: '<CARD_ENVIRONMENT>',
    },
    response: { success: true, message: 'The saved card was removed, and automatic top-ups are off.' },
  },
  'start-top-up': {
    body: {
      amountKobo: EXAMPLE_TOP_UP_KOBO,
    },
    response: { success: true, data: STARTED },
  },
  'read-top-up': {
    path: {
      reference: '<TOP_UP_REFERENCE>',
    },
    response: {
      success: true,
      data: {
        ...STARTED,
        environment: 'sandbox',
        amountKobo: EXAMPLE_TOP_UP_KOBO,
        createdAt: '<NOW>',
        completedAt: null,
      },
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
        amount: EXAMPLE_TOP_UP_KOBO,
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
    response: { success: true },
  },
  'read-statement': {
    query: {
      environment: 'sandbox',
      month: '2026-10',
    },
    response: {
      success: true,
      statement: {
        environment: 'sandbox',
        month: '2026-10',
        from: '2026-09-30T23:00:00.000Z',
        to: '2026-10-31T22:59:59.999Z',
        isComplete: true,
        openingBalanceKobo: 9_950_000,
        creditKobo: 15_000,
        debitKobo: 70_000,
        closingBalanceKobo: 9_895_000,
        lines: [
          { type: 'credit', actionKey: 'tin_verification', count: 1, amountKobo: 15_000 },
          { type: 'debit', actionKey: 'cac_verification', count: 1, amountKobo: 20_000 },
          { type: 'debit', actionKey: 'kyb_session_base', count: 1, amountKobo: 50_000 },
        ],
      },
    },
    csv: [
      'line,type,action_key,count,amount_kobo,amount_naira',
      'opening_balance,,,,9950000,99500.00',
      'transactions,credit,tin_verification,1,15000,150.00',
      'transactions,debit,cac_verification,1,20000,200.00',
      'transactions,debit,kyb_session_base,1,50000,500.00',
      'closing_balance,,,,9895000,98950.00',
      '',
    ].join('\r\n'),
  },
};
