import type { AnswerHeader, Contract } from '#shared/http/contract';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from '#shared/http/cookies';

const header = (description: string, schema: Readonly<Record<string, unknown>>) => ({ description, schema });

const count = { type: 'integer', minimum: 0 };

/** The response headers of the API, by name, as components. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': header('The id of the request. Quote it when you contact support.', { type: 'string' }),
  'X-Error-Code': header('The error code. Some bodies have no `code`, but this header always has it.', {
    type: 'string',
  }),
  'RateLimit-Limit': header('The number of requests allowed in a window.', count),
  'RateLimit-Remaining': header('The number of requests left in the current window.', count),
  'RateLimit-Reset': header('The number of seconds until the next window starts.', count),
  'Retry-After': header('The number of seconds to wait before you try again.', count),
  SessionCookies: header(
    `Three headers with this name: \`token\` (the access token, HttpOnly, ${ACCESS_TOKEN_SECONDS / 60} minutes), \`refreshToken\` (HttpOnly, ${REFRESH_TOKEN_SECONDS / 86_400} days) and \`svc_session\`, which scripts can read and which contains no secret. All are Secure, SameSite=Lax and Path=/, and end with their session.`,
    { type: 'string' },
  ),
  ClearedCookies: header(
    'Three headers with this name and `Max-Age=0`, which delete `token`, `refreshToken` and `svc_session`.',
    {
      type: 'string',
    },
  ),
  'Idempotency-Replayed': header('Present if this response repeats the one to the first request with the same key.', {
    type: 'string',
    const: 'true',
  }),
  'X-Tokens': header('The number of tokens used for the question, the context and the answer.', count),
  'X-Charge-Kobo': header('The amount charged for the message, in kobo.', count),
  'X-Verification-Reference': header('The reference of the check, for `GET /v1/verifications/{reference}`.', {
    type: 'string',
  }),
} as const satisfies Readonly<Record<AnswerHeader, unknown>> & Readonly<Record<string, unknown>>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

const COOKIES = { set: 'SessionCookies', renewed: 'SessionCookies', cleared: 'ClearedCookies' } as const;

const reference = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

const RATE_LIMIT: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** The headers of a deprecated endpoint. They stand beside their responses, because a document may have none. */
const DEPRECATION_HEADERS = {
  Deprecation: header('Since when the endpoint is deprecated: `@` and Unix seconds (RFC 9745).', { type: 'string' }),
  Sunset: header('From when the endpoint may be missing (RFC 8594).', { type: 'string' }),
  Link: header('A page that says what replaces the endpoint, with the relation `deprecation`.', { type: 'string' }),
};

/** The headers of an endpoint's responses of one status: references to those that others have as well. */
export const headersOf = (contract: Contract, status: number): Record<string, object> => {
  const names: HeaderName[] = ['X-Request-Id'];
  if (status >= 400) names.push('X-Error-Code');
  if (contract.limit || status === 429) names.push(...RATE_LIMIT);
  if (status === 429) names.push('Retry-After');
  if (contract.idempotent && status < 300) names.push('Idempotency-Replayed');
  if (status < 300) names.push(...(contract.answerHeaders ?? []));
  const cookies = status < 300 && contract.cookies && COOKIES[contract.cookies];
  return {
    ...Object.fromEntries(names.map((name) => [name, reference(name)])),
    ...(contract.deprecated && DEPRECATION_HEADERS),
    ...(cookies && { 'Set-Cookie': reference(cookies) }),
  };
};
