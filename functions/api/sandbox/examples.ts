import type { RequestExamples } from '#shared/http/request-example';
import { WATCHED } from '#shared/monitoring/watches/watch-examples';
import { APPLICANT, DECIDED_APPLICANT } from '#shared/onboarding/applicants/applicant-examples';
import { SANDBOX_SCENARIOS, SCENARIO_FIELDS } from '#shared/sources/sandbox/scenarios';

/** A request to each endpoint of the group, which succeeds. */
export const sandboxExamples: RequestExamples = {
  'set-sandbox-wallet': {
    body: { balanceKobo: 2_500_000 },
    response: {
      success: true,
      wallet: {
        environment: 'sandbox',
        balanceKobo: 2_500_000,
        balance: 25_000,
        currency: 'NGN',
        lowBalanceThresholdKobo: 0,
        autoTopUp: { enabled: false, thresholdKobo: 0, amountKobo: 0, stoppedReason: null },
        updatedAt: '<NOW>',
      },
    },
  },
  'complete-sandbox-address-verification': {
    path: { reference: '<ADDRESS_REFERENCE>' },
    body: { outcome: 'verified' },
    response: {
      entity: {
        status: 'completed',
        reference_id: '<ADDRESS_REFERENCE>',
        data: {
          applicant: { first_name: 'Ada', last_name: 'Obi', phone: '+2348057654321' },
          location: '12 Broad Street, Lagos, Lagos',
          photos: ['https://photos.sandbox.example/<ADDRESS_REFERENCE>/front.jpg'],
          city: 'Lagos',
          street: '12 Broad Street',
          lga: 'Lagos Island',
          state: 'Lagos',
          country: 'Nigeria',
          result: 'verified',
          reason: null,
        },
      },
    },
  },
  'decide-sandbox-applicant': {
    path: { id: '<REVIEW_APPLICANT_ID>' },
    body: { decision: 'approve', reason: 'The registry confirmed the name by telephone.' },
    response: { success: true, data: DECIDED_APPLICANT },
  },
  'decide-sandbox-dispute': {
    path: { disputeId: '<DISPUTE_ID>' },
    body: { status: 'upheld', reviewNote: 'The court register names a different company.' },
    response: {
      success: true,
      data: {
        disputeId: '<DISPUTE_ID>',
        vendorId: '<SANDBOX_COMPANY_ID>',
        customerId: '<ACCOUNT_ID>',
        eventId: 'evt_01KAJ69Z8C1E4G7J0M3P6R9T2V',
        description: 'The suit concerns a different company, Adire Textile Mills Limited.',
        documents: [],
        status: 'upheld',
        reviewNote: 'The court register names a different company.',
        reviewedBy: 'adm_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
        reviewedAt: '<NOW>',
        scoreDeltaRestored: '8.00',
        eventVoidedAt: '<NOW>',
        createdAt: '<NOW>',
        updatedAt: '<NOW>',
      },
    },
  },
  'list-sandbox-mails': {
    query: { to: 'office@adire.example', page: '1', limit: '1' },
    response: {
      success: true,
      data: [
        {
          id: 'mail_01KAJ6B3D5F7H9K1M3P5R7T9V1',
          to: 'office@adire.example',
          subject: '[Test] Your application to Adire Market',
          text: 'This is a test email from the sandbox: there is no real application behind it.\n\nYour application to Adire Market was approved.\n',
          html: '<!doctype html>\n<html lang="en"><body>\n<p>Your application to Adire Market was approved.</p>\n</body></html>\n',
          createdAt: '2026-11-21T14:03:27.412Z',
        },
      ],
      pagination: { page: 1, limit: 1, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'list-sandbox-scenarios': {
    query: { page: '1', limit: '1' },
    response: {
      success: true,
      data: [
        {
          field: 'businessName',
          where: SCENARIO_FIELDS.businessName,
          match: 'prefix',
          value: 'SANDBOX_REJECT',
          outcome: 'reject',
          description: 'No source confirms the business. The risk score is 100, and the applicant is rejected.',
          checks: [...(SANDBOX_SCENARIOS[0]?.checks ?? [])],
        },
      ],
      pagination: {
        page: 1,
        limit: 1,
        total: SANDBOX_SCENARIOS.length,
        totalPages: SANDBOX_SCENARIOS.length,
        hasNext: true,
        hasPrev: false,
      },
    },
  },
  'simulate-sandbox-monitoring-event': {
    body: { vendorId: '<SANDBOX_COMPANY_ID>', kind: 'director_change', source: 'Registry' },
    response: {
      success: true,
      data: {
        eventId: 'evt_01KAJ6M2Q5S8V1X4Z7B0D3F6H9',
        vendorId: '<SANDBOX_COMPANY_ID>',
        kind: 'director_change',
        severity: 'MEDIUM',
        source: 'Registry',
        headline: null,
        url: null,
        whatChanged: null,
        createdAt: '<NOW>',
      },
    },
  },
  'expire-sandbox-applicant': {
    path: { id: '<APPLICANT_ID>' },
    response: { success: true, data: { ...APPLICANT, status: 'expired' } },
  },
  'renew-sandbox-watch': {
    path: { vendorId: '<WATCHED_VENDOR_ID>' },
    response: {
      success: true,
      data: { ...WATCHED, paidUntil: '2027-01-21T14:03:27.412Z' },
    },
  },
  'deactivate-sandbox-webhook': {
    path: { id: '<WEBHOOK_ID>' },
    response: {
      success: true,
      data: {
        id: '<WEBHOOK_ID>',
        appId: '<WIDGET_ID>',
        environment: 'sandbox',
        serviceType: 'kyc_widget',
        endpoint: '<WEBHOOK_ENDPOINT>',
        isActive: false,
        signingSecretMasked: 'whsec_****iIk=',
        createdAt: '<NOW>',
        deactivatedAt: '<NOW>',
        deactivatedReason: 'failing',
      },
    },
  },
};
