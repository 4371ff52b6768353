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
};
