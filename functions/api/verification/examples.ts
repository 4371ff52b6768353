import type { RequestExamples } from '#shared/http/request-example';

/** The sandbox has test money, which a session's checks in `live` do not. */
const SANDBOX = { authorization: 'Bearer <SANDBOX_SECRET_KEY>' };

/** A request to each endpoint of the group, which succeeds. */
export const verificationExamples: RequestExamples = {
  'verify-meter': {
    headers: SANDBOX,
    body: { meterNumber: '45 070 012 345', provider: 'IKEJA' },
    response: {
      success: true,
      billInfo: { meterNumber: '45070012345', provider: 'IKEJA', billDate: '' },
      verificationResult: {
        status: true,
        address: '45070012345 Sandbox Street, IKEJA',
        provider: 'IKEJA',
        meterNumber: '45070012345',
      },
    },
  },
  'submit-address': {
    headers: SANDBOX,
    body: {
      companyId: '<SANDBOX_COMPANY_ID>',
      business_name: 'Adire Market Limited',
      business_mobile: '0803 123 4567',
      first_name: 'Ada',
      last_name: 'Obi',
      mobile: '0805 765 4321',
      street: '12 Broad Street',
      landmark: 'Opposite the central mosque',
      lga: 'Lagos Island',
      city: 'Lagos',
      state: 'Lagos',
    },
    response: { entity: { status: 'pending', reference_id: '<ADDRESS_REFERENCE>' } },
  },
  'read-address': {
    query: { reference_id: '<LIVE_ADDRESS_REFERENCE>' },
    response: { entity: { status: 'pending', reference_id: '<LIVE_ADDRESS_REFERENCE>' } },
  },
  'receive-address-callback': {
    headers: { 'x-service-signature': '<ADDRESS_SIGNATURE>' },
    body: {
      reference: '<LIVE_ADDRESS_REFERENCE>',
      status: 'completed',
      result: 'verified',
      location: '6.4541, 3.3947',
      photos: ['https://visits.example/4711/front.jpg'],
    },
    response: { success: true },
  },
};
