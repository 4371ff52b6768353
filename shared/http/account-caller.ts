import type { TableReader } from '#shared/db/operations';
import { env } from '#shared/platform/env';
import { readUnverifiedClaims, verifyAccessToken } from './access-token-verifier.ts';
import { type AccountRole, sessionKeys, type TokenSubject, validAccess } from './account-access.ts';
import type { Contract } from './contract.ts';
import { ApiError } from './errors.ts';
import { isOwnOrigin } from './own-origins.ts';
import { makePublicKeys } from './public-keys.ts';
import type { RequestMeta } from './request.ts';

/** A signed-in account, as handlers and repositories get it. */
export interface AccountCaller {
  readonly accountId: string;
  readonly sessionId: string;
  /** The token's own id (`jti`). */
  readonly tokenId: string;
  /** The account's role at this request, whatever it was when the token was issued. */
  readonly role: AccountRole;
}

/** A token that looks like one of ours, not verified yet: enough to know which items to read. */
export type ClaimedCaller = TokenSubject;

/** A credential found in a request. */
export interface Credential {
  readonly token: string;
  readonly claimed: ClaimedCaller;
}

const publicKeys = makePublicKeys();

const STATE_CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A state-changing request that a cookie authorises must come from our own pages, because browsers attach cookies to
 * anybody's requests (RFC 6265, 8.2; OWASP ASVS 5.0, 3.5).
 *
 * @throws ApiError CROSS_SITE_REQUEST for any other; never for a method that changes nothing.
 */
export const refuseCrossSite = (method: string, meta: RequestMeta): void => {
  if (!STATE_CHANGING.has(method)) return;
  const origin = meta.headers['origin'];
  const own = origin === undefined ? meta.headers['sec-fetch-site'] === 'same-origin' : isOwnOrigin(origin);
  if (!own) throw new ApiError('CROSS_SITE_REQUEST');
};

/**
 * Finds the access token of a request: Bearer first, then the `token` cookie with the cross-site rule.
 *
 * @throws ApiError UNAUTHENTICATED when there is none or it has not the form of one; CROSS_SITE_REQUEST.
 */
export const findCredential = (contract: Pick<Contract, 'method'>, meta: RequestMeta): Credential => {
  const authorization = meta.headers['authorization'];
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  if (authorization !== undefined && bearer === undefined) throw new ApiError('UNAUTHENTICATED');
  const token = bearer ?? meta.cookies['token'];
  const claims = token === undefined ? undefined : readUnverifiedClaims(token);
  if (token === undefined || claims === undefined) throw new ApiError('UNAUTHENTICATED');
  if (bearer === undefined) refuseCrossSite(contract.method, meta);
  return { token, claimed: { accountId: claims.sub, sessionId: claims.sid } };
};

/**
 * Makes certain of a credential: signature, lifetime, issuer and audience of the token, and a session that is alive.
 * One trip to the table; on a cold container it brings the public keys along.
 *
 * @throws ApiError UNAUTHENTICATED for whatever is not right, without saying what; FORBIDDEN when the role is missing.
 */
export const authenticate = async (
  { token, claimed }: Credential,
  contract: Pick<Contract, 'caller'>,
  table: TableReader,
  nowMs: number,
): Promise<AccountCaller> => {
  const { jwks, items } = await publicKeys(table, token, sessionKeys(claimed), nowMs);
  const claims = await verifyAccessToken(token, jwks, {
    issuer: env('TOKEN_ISSUER'),
    audience: env('TOKEN_AUDIENCE'),
    nowMs,
  });
  // What was read ahead was read for the claimed caller: the certain one must be the same.
  const isClaimed = claims?.sub === claimed.accountId && claims.sid === claimed.sessionId;
  const access = isClaimed ? validAccess(items, claimed, nowMs) : undefined;
  if (!claims || !access) throw new ApiError('UNAUTHENTICATED');
  const { role } = access;
  if (contract.caller === 'admin' && role !== 'admin') throw new ApiError('FORBIDDEN');
  return { accountId: claims.sub, sessionId: claims.sid, tokenId: claims.jti, role };
};
