import type { Contract } from './contract.ts';
import type { ErrorCode } from './errors.ts';
import { namedOrigin } from './own-origins.ts';
import type { RequestMeta } from './request.ts';

const EXPOSED =
  'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Idempotency-Replayed';

/**
 * The CORS headers of an answer of an embed endpoint. A page may read every answer but the one that refuses its
 * origin; no credentials are ever allowed, as embed endpoints take none. The widget's `allowedDomains` are enforced on
 * the call itself, not by these headers, which only browsers obey.
 */
export const corsHeaders = (
  contract: Pick<Contract, 'caller'>,
  meta: RequestMeta,
  errorCode?: ErrorCode,
): Record<string, string> => {
  if (contract.caller !== 'embed') return {};
  const origin = namedOrigin(meta);
  if (origin === undefined || errorCode === 'ORIGIN_NOT_ALLOWED') return { Vary: 'Origin' };
  return { Vary: 'Origin', 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED };
};

/**
 * The headers that answer a preflight of an embed route (Fetch Standard, CORS protocol). A preflight carries no token,
 * so the widget cannot be known: any named origin may go on to the real call, which is checked.
 */
export const preflightHeaders = (meta: RequestMeta, methods: readonly string[]): Record<string, string> => {
  const origin = namedOrigin(meta);
  if (origin === undefined) return { Vary: 'Origin' };
  return {
    Vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, X-Widget-Signature',
    'Access-Control-Max-Age': '600',
  };
};
