import { ApiError } from '#shared/errors/api-error';
import type { Contract } from '#shared/http/contract';
import { isOwnOrigin } from '#shared/http/own-origins';
import type { RequestMeta } from '#shared/http/request';
import { missingCredential } from './refused-credential.ts';

const STATE_CHANGING = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * A state-changing request that a cookie authorises must come from our own pages, because browsers attach cookies to
 * requests of any page (RFC 6265, 8.2; OWASP ASVS 5.0, 3.5).
 *
 * @throws ApiError CROSS_SITE_REQUEST for any other; never for a method that changes nothing.
 */
export const refuseCrossSite = (method: string, meta: RequestMeta): void => {
  if (!STATE_CHANGING.has(method)) return;
  const origin = meta.headers['origin'];
  const own = origin === undefined ? meta.headers['sec-fetch-site'] === 'same-origin' : isOwnOrigin(origin);
  if (!own) throw new ApiError('CROSS_SITE_REQUEST');
};

/** The credential of a request before it is checked. */
export interface Credential {
  readonly text: string;
  readonly carriedBy: 'header' | 'cookie';
}

/**
 * Finds the credential of a request: Bearer first, then the `token` cookie with the cross-site rule.
 *
 * @throws ApiError UNAUTHENTICATED when there is none; CROSS_SITE_REQUEST.
 */
export const findCredential = (contract: Pick<Contract, 'method'>, meta: RequestMeta): Credential => {
  const authorization = meta.headers['authorization'];
  if (authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer === undefined) throw missingCredential(meta);
    return { text: bearer, carriedBy: 'header' };
  }
  const cookie = meta.cookies['token'];
  if (cookie === undefined) throw missingCredential(meta);
  refuseCrossSite(contract.method, meta);
  return { text: cookie, carriedBy: 'cookie' };
};
