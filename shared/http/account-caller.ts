import * as v from 'valibot';
import { keys } from '#shared/db/keys';
import type { TableReader } from '#shared/db/operations';
import { unixSeconds } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { readUnverifiedClaims, verifyAccessToken } from './access-token-verifier.ts';
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
  readonly role: 'member' | 'admin';
}

/** A token that looks like one of ours, not verified yet: enough to know which items to read. */
export interface ClaimedCaller {
  readonly accountId: string;
  readonly sessionId: string;
}

/** A credential found in a request. */
export interface Credential {
  readonly token: string;
  readonly claimed: ClaimedCaller;
}

/** What the kit needs of a session item; `shared/auth` writes it. */
const sessionSchema = v.object({
  accountId: v.string(),
  endedAt: v.optional(v.string()),
  expiresAtSeconds: v.number(),
});

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
  const own = origin === undefined ? meta.headers['sec-fetch-site'] === 'same-origin' : isOwnOrigin(origin, meta);
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
  const sessionKey = keys.accountSession(claimed.sessionId);
  const { jwks, items } = await publicKeys(table, token, [sessionKey], nowMs);
  const claims = await verifyAccessToken(token, jwks, {
    issuer: env('TOKEN_ISSUER'),
    audience: env('TOKEN_AUDIENCE'),
    nowMs,
  });
  const session = v.safeParse(sessionSchema, items[0]);
  const alive =
    claims !== undefined &&
    // What was read ahead was read for the claimed caller: the certain one must be the same.
    claims.sub === claimed.accountId &&
    claims.sid === claimed.sessionId &&
    session.success &&
    session.output.accountId === claims.sub &&
    session.output.endedAt === undefined &&
    session.output.expiresAtSeconds > unixSeconds(nowMs);
  if (!alive) throw new ApiError('UNAUTHENTICATED');
  if (contract.caller === 'admin' && claims.role !== 'admin') throw new ApiError('FORBIDDEN');
  return { accountId: claims.sub, sessionId: claims.sid, tokenId: claims.jti, role: claims.role };
};
