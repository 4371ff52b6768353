import { ApiError } from '#shared/errors/api-error';
import { apiUrl } from '#shared/platform/api-url';
import { env, once } from '#shared/platform/env';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { doWhileWaiting } from '#shared/platform/while-waiting';
import { type AccessTokenClaims, readKeyId, readUnverifiedClaims, verifyAccessToken } from './access-token-verifier.ts';
import { refuseSuspended, sessionKeys, validAccess } from './account-access.ts';
import type { ProofContext, ProvenCredential, SessionCaller } from './account-caller.ts';
import { malformedCredential } from './refused-credential.ts';

/**
 * Reads, in one call, whether the token's session is valid and, every few minutes, whether its key is still published.
 */
const confirmSession = async (
  { sub, sid, jti }: AccessTokenClaims,
  keyId: string,
  { contract, publicKeys, table, nowMs }: ProofContext,
): Promise<SessionCaller> => {
  const subject = { accountId: sub, sessionId: sid };
  const [isPublished, items] = await Promise.all([
    publicKeys.isPublished(table, keyId, nowMs),
    table.getMany(sessionKeys(subject)),
  ]);
  const access = isPublished ? validAccess(items, subject, nowMs) : undefined;
  if (!access) throw new ApiError('UNAUTHENTICATED');
  refuseSuspended(access);
  const { role } = access;
  if (contract.caller === 'admin' && role !== 'admin') throw new ApiError('FORBIDDEN', { concerns: subject });
  return { ...subject, environments: ENVIRONMENTS, via: 'session', tokenId: jti, role };
};

/** A public key of nobody's (RFC 8037, A.2). */
const STAND_IN = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' } as const;

/**
 * Loads web crypto while a new container reads the keys, by checking a signature of nothing: two milliseconds of a cold
 * start.
 */
const loadWebCrypto = once(() =>
  doWhileWaiting(async () => {
    const key = await crypto.subtle.importKey('jwk', STAND_IN, 'Ed25519', false, ['verify']);
    await crypto.subtle.verify('Ed25519', key, new Uint8Array(64), new Uint8Array());
  }),
);

/**
 * Proves an access token: form, signature, lifetime, issuer and audience, by the public keys that the container keeps.
 * Nothing that the token names is read.
 *
 * @throws ApiError UNAUTHENTICATED for any fault, without naming it. An expired token of ours is not a failed
 * credential: every client sends one now and then.
 */
export const proveAccessToken = async (token: string, context: ProofContext): Promise<ProvenCredential> => {
  const keyId = readKeyId(token);
  if (keyId === undefined || readUnverifiedClaims(token) === undefined) {
    throw malformedCredential(token);
  }
  const { publicKeys, table, nowMs } = context;
  loadWebCrypto();
  const verdict = await verifyAccessToken(token, await publicKeys.find(table, keyId, nowMs), {
    issuer: apiUrl(),
    audience: env('TOKEN_AUDIENCE'),
    nowMs,
  });
  if (!verdict.holds) {
    const { reason } = verdict;
    throw new ApiError('UNAUTHENTICATED', reason === 'expired' ? {} : { failedCredential: reason });
  }
  const { claims } = verdict;
  return {
    caller: { accountId: claims.sub, environments: ENVIRONMENTS, via: 'session' },
    confirm: () => confirmSession(claims, keyId, context),
  };
};
