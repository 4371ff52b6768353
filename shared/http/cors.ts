import type { ErrorCode } from '#shared/errors/errors';
import type { Contract } from './contract.ts';
import { namedOrigin, ownWebOrigin } from './own-origins.ts';
import type { RequestMeta } from './request.ts';

const EXPOSED = [
  'X-Request-Id',
  'X-Error-Code',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Idempotency-Replayed',
  'X-Tokens',
  'X-Charge-Kobo',
  'X-Verification-Reference',
].join(', ');

/**
 * The CORS headers of a response (Fetch Standard, CORS protocol), which only browsers obey.
 *
 * Pages of the stage's web origins may read every response of every endpoint, and send the session's cookies. Pages of
 * other origins may read none, except those of the embed runtime. Of that, any page may read every response but the one
 * that refuses its origin, without credentials, which embed endpoints do not need. The widget's `allowedDomains` are
 * enforced on the call itself.
 */
export const corsHeaders = (
  { caller }: Pick<Contract, 'caller'>,
  meta: RequestMeta,
  errorCode?: ErrorCode,
): Record<string, string> => {
  const isEmbed = caller === 'embed';
  const origin = isEmbed ? namedOrigin(meta) : ownWebOrigin(meta);
  if (origin === undefined || errorCode === 'ORIGIN_NOT_ALLOWED') return { Vary: 'Origin' };
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    ...(!isEmbed && { 'Access-Control-Allow-Credentials': 'true' }),
    'Access-Control-Expose-Headers': EXPOSED,
  };
};

const PREFLIGHT_VARY = 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers';

/** How long a browser may cache the response to a preflight. */
const PREFLIGHT_SECONDS = '600';

/**
 * The headers of the response to a preflight of an embed route. A preflight carries no token, so its widget is unknown:
 * any named origin may proceed to the real call, which is checked.
 */
export const embedPreflightHeaders = (meta: RequestMeta, methods: readonly string[]): Record<string, string> => {
  const origin = namedOrigin(meta);
  if (origin === undefined) return { Vary: 'Origin' };
  return {
    Vary: PREFLIGHT_VARY,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Content-Type, Idempotency-Key, X-Widget-Signature, X-Sandbox-Error',
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  };
};

/**
 * The headers of the response to a preflight of any other route, for pages of the stage's web origins.
 *
 * @returns undefined for pages of other origins, for which the method does not exist.
 */
export const ownPreflightHeaders = (
  meta: RequestMeta,
  methods: readonly string[],
): Record<string, string> | undefined => {
  const origin = ownWebOrigin(meta);
  if (origin === undefined) return undefined;
  return {
    Vary: PREFLIGHT_VARY,
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, X-Sandbox-Error',
    'Access-Control-Max-Age': PREFLIGHT_SECONDS,
  };
};
