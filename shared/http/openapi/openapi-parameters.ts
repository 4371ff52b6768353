import type { Contract } from '#shared/http/contract';

/** The request headers of the API and the one cookie beside the access token's, by name, as components. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat: for 24 hours the same key with the same method, path, query and body gets ' +
      "the first response again. Keys are the account's own; those of embed calls the widget's, from one network each.",
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  WidgetSignature: {
    name: 'X-Widget-Signature',
    in: 'header',
    required: false,
    description:
      'Required where the widget requires signed requests: `t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 of ' +
      "`<t>.<METHOD> <path>.<raw body>` under the widget's `embedSigningSecret`, which only its owner's server knows. " +
      '`path` starts with `/v1` and has no query. `t` is at most 300 seconds from now.',
    schema: { type: 'string' },
  },
  RefreshTokenCookie: {
    name: 'refreshToken',
    in: 'cookie',
    required: false,
    description:
      'The refresh token, as browsers send it; the body needs none then. Requests with it must come from our own web origins.',
    schema: { type: 'string' },
  },
} as const;

const HAS: Readonly<Record<keyof typeof REQUEST_HEADERS, (contract: Contract) => boolean>> = {
  IdempotencyKey: ({ idempotent }) => idempotent !== undefined,
  WidgetSignature: ({ caller, method }) => caller === 'embed' && method !== 'GET',
  RefreshTokenCookie: ({ cookies }) => cookies === 'renewed',
};

/** References to the headers and cookies that requests to an endpoint may carry. */
export const requestHeadersOf = (contract: Contract): readonly { readonly $ref: string }[] =>
  Object.entries(HAS)
    .filter(([, has]) => has(contract))
    .map(([name]) => ({ $ref: `#/components/parameters/${name}` }));
