import type { RequestExamples } from '#shared/http/request-example';
import { DECIDED_APPLICANT } from '#shared/onboarding/applicants/applicant-examples';
import { SANDBOX_SCENARIOS, SCENARIO_FIELDS } from '#shared/sources/sandbox/scenarios';

/** A request to each endpoint of the group, which succeeds. */
export const sandboxExamples: RequestExamples = {
  'complete-address-verification': {
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
  'list-scenarios': {
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
          description: 'No source knows the business: risk score 100, rejected.',
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
};
