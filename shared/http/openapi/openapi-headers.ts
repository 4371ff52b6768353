import type { AnswerHeader, Contract } from '#shared/http/contract';
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from '#shared/http/cookies';

const header = (description: string, schema: Readonly<Record<string, unknown>>) => ({ description, schema });

const count = { type: 'integer', minimum: 0 };

/** The response headers of the API, by name, as components. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': header('Identifies this request in our logs: quote it when you contact us.', { type: 'string' }),
  'X-Error-Code': header("The refusal's code, also where the body has no room for it.", { type: 'string' }),
  'RateLimit-Limit': header('Requests of one window.', count),
  'RateLimit-Remaining': header('Requests left in this window.', count),
  'RateLimit-Reset': header('Seconds until the next window.', count),
  'Retry-After': header('Seconds to wait before the next try.', count),
  SessionCookies: header(
    `Three headers of this name: \`token\` (the access token, HttpOnly, ${ACCESS_TOKEN_SECONDS / 60} minutes), \`refreshToken\` (HttpOnly, ${REFRESH_TOKEN_SECONDS / 86_400} days), and \`svc_session\`, which scripts may read and which holds no secret. All are Secure, SameSite=Lax, Path=/, and end with their session.`,
    { type: 'string' },
  ),
  ClearedCookies: header(
    'Three headers of this name, with `Max-Age=0`: `token`, `refreshToken` and `svc_session` end.',
    {
      type: 'string',
    },
  ),
  'Idempotency-Replayed': header('Present when this response was returned before, to the first request with the key.', {
    const: 'true',
  }),
  'X-Tokens': header('Tokens that question and answer took.', count),
  'X-Charge-Kobo': header('What was charged for it, in kobo.', count),
  'X-Verification-Reference': header('The reference of the check, for `GET /v1/verifications/{reference}`.', {
    type: 'string',
  }),
} as const satisfies Readonly<Record<AnswerHeader, unknown>> & Readonly<Record<string, unknown>>;

type HeaderName = keyof typeof RESPONSE_HEADERS;

const COOKIES = { set: 'SessionCookies', renewed: 'SessionCookies', cleared: 'ClearedCookies' } as const;

const reference = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

const RATE_LIMIT: readonly HeaderName[] = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

/** References to the headers of an endpoint's responses of one status. */
export const headersOf = (contract: Contract, status: number): Record<string, { $ref: string }> => {
  const names: HeaderName[] = ['X-Request-Id'];
  if (status >= 400) names.push('X-Error-Code');
  if (contract.limit || status === 429) names.push(...RATE_LIMIT);
  if (status === 429) names.push('Retry-After');
  if (contract.idempotent && status < 300) names.push('Idempotency-Replayed');
  if (status < 300) names.push(...(contract.answerHeaders ?? []));
  const cookies = status < 300 && contract.cookies && COOKIES[contract.cookies];
  return {
    ...Object.fromEntries(names.map((name) => [name, reference(name)])),
    ...(cookies && { 'Set-Cookie': reference(cookies) }),
  };
};
