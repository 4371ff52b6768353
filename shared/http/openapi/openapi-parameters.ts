import type { Contract } from '#shared/http/contract';
import { hasSandbox, SANDBOX_ERROR_HEADER } from '#shared/http/sandbox-error';

/** The request headers of the API and the cookies besides the access token's, by name, as components. */
export const REQUEST_HEADERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Makes the request safe to repeat. For 24 hours, a request with the same key, method, path, query and ' +
      'body returns the first response again. Keys belong to the account; in embed requests, they belong to ' +
      "the widget and to the visitor's network.",
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
  WidgetSignature: {
    name: 'X-Widget-Signature',
    in: 'header',
    required: false,
    description:
      'Required if the widget requires signed requests: `t=<unix seconds>,v1=<hex>`, the HMAC-SHA256 of ' +
      "`<t>.<METHOD> <path>.<raw body>`, keyed with the widget's `embedSigningSecret`, which only your server " +
      'knows. `path` starts with `/v1` and has no query. `t` must be within 300 seconds of the current time.',
    schema: { type: 'string' },
  },
  SandboxError: {
    name: SANDBOX_ERROR_HEADER,
    in: 'header',
    required: false,
    description:
      'For tests in the sandbox: the code of an error of this operation, such as `RATE_LIMITED`. A valid request ' +
      'with this header is refused with that error, and nothing is stored, charged or sent. In `live` the header ' +
      'is a 400.',
    schema: { type: 'string' },
  },
  RefreshTokenCookie: {
    name: 'refreshToken',
    in: 'cookie',
    required: false,
    description:
      'The refresh token, as sent by browsers. With it, the body needs no refresh token. Requests with this ' +
      'cookie must come from our own web origins.',
    schema: { type: 'string' },
  },
} as const;

const HAS: Readonly<Record<keyof typeof REQUEST_HEADERS, (contract: Contract) => boolean>> = {
  IdempotencyKey: ({ idempotent }) => idempotent !== undefined,
  WidgetSignature: ({ caller, method }) => caller === 'embed' && method !== 'GET',
  SandboxError: hasSandbox,
  RefreshTokenCookie: ({ cookies }) => cookies === 'renewed',
};

/** References to the headers and cookies that requests to an endpoint may carry. */
export const requestHeadersOf = (contract: Contract): readonly { readonly $ref: string }[] =>
  Object.entries(HAS)
    .filter(([, has]) => has(contract))
    .map(([name]) => ({ $ref: `#/components/parameters/${name}` }));
