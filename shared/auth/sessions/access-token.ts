import { SignJWT } from 'jose/jwt/sign';
import { ACCESS_TOKEN_ALGORITHM, ACCESS_TOKEN_TYPE } from '#shared/http/caller/access-token-verifier';
import type { AccountRole } from '#shared/http/caller/account-access';
import { ACCESS_TOKEN_SECONDS } from '#shared/http/cookies';
import { unixSeconds } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import type { SigningKey } from './signing-keys.ts';

/** The account that an access token is for. */
export interface AccessTokenSubject {
  readonly accountId: string;
  readonly sessionId: string;
  readonly role: AccountRole;
}

/** The issuer, audience and time of a token. */
export interface AccessTokenIssue {
  readonly issuer: string;
  readonly audience: string;
  readonly nowMs: number;
  /** Less than 15 minutes if its session ends sooner. */
  readonly lifetimeSeconds?: number;
}

/**
 * Issues an access token of 15 minutes, or less if given (interface: Authentication, 3): a JWT signed with Ed25519,
 * whose header names the key and whose claims are `sub`, `sid`, `jti`, `role`, `iss`, `aud`, `iat` and `exp`.
 */
export const issueAccessToken = async (
  { accountId, sessionId, role }: AccessTokenSubject,
  signingKey: Pick<SigningKey, 'kid' | 'privateKey'>,
  { issuer, audience, nowMs, lifetimeSeconds = ACCESS_TOKEN_SECONDS }: AccessTokenIssue,
): Promise<string> => {
  const issuedAtSeconds = unixSeconds(nowMs);
  return new SignJWT({ sid: sessionId, role })
    .setProtectedHeader({ alg: ACCESS_TOKEN_ALGORITHM, typ: ACCESS_TOKEN_TYPE, kid: signingKey.kid })
    .setSubject(accountId)
    .setJti(newId('jti', nowMs))
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAtSeconds)
    .setExpirationTime(issuedAtSeconds + lifetimeSeconds)
    .sign(signingKey.privateKey);
};
