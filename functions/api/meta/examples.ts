import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const metaExamples: RequestExamples = {
  'read-signing-keys': {
    response: {
      keys: [
        {
          kty: 'OKP',
          crv: 'Ed25519',
          x: '4HFYS2jaUfh29ajTtYg7oYGLRGSDtggiCke_yqMasB8',
          kid: 'WbJtpMQF7yaQSxTgEabb7tuFVptW4CtvIANj_7Gh3WM',
          alg: 'EdDSA',
          use: 'sig',
        },
      ],
    },
  },
  'read-status': {
    response: { success: true, data: { version: '1.0.0', stage: 'prod', region: 'af-south-1' } },
  },
  'serve-docs-renderer': {},
  'read-openapi': {
    response: {
      openapi: '3.1.1',
      info: { title: 'Business verification (KYB) API', version: '1.0.0' },
    },
  },
  'show-docs': {},
};
