import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const accountsExamples: RequestExamples = {
  'sign-up': {
    body: {
      email: '<NEW_EMAIL>',
      password: 'three quiet herons at dusk',
      firstName: 'Ada',
      lastName: 'Obi',
      companyName: 'Adire Market Ltd',
      phone: '+2348012345678',
    },
  },
  'verify-email': {
    body: {
      email: '<UNVERIFIED_EMAIL>',
      code: '<VERIFICATION_CODE>',
    },
  },
  'resend-verification': {
    body: {
      email: '<UNVERIFIED_EMAIL>',
    },
  },
  'log-in': {
    body: {
      email: '<EMAIL>',
      password: 'three quiet herons at dusk',
    },
  },
  'refresh-tokens': { body: { refreshToken: '<REFRESH_TOKEN>' } },
  'log-out': {},
  'read-me': {},
};
