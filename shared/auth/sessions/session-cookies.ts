import type { AccountRole } from '#shared/http/caller/account-access';
import { sessionCookies, tokenLifetimes } from '#shared/http/cookies';
import { apiUrl } from '#shared/platform/api-url';
import { unixSeconds } from '#shared/platform/clock';
import { env } from '#shared/platform/env';
import { issueAccessToken } from './access-token.ts';
import type { Session } from './session.ts';
import type { SigningKey } from './signing-keys.ts';

/** The three cookies of a session, with a fresh access token (interface: Authentication, 1). */
export const cookiesOf = async (
  { accountId, sessionId, expiresAtSeconds }: Session,
  role: AccountRole,
  refreshToken: string,
  signingKey: SigningKey,
  nowMs: number,
): Promise<string[]> => {
  const lifetimes = tokenLifetimes(expiresAtSeconds - unixSeconds(nowMs));
  const accessToken = await issueAccessToken({ accountId, sessionId, role }, signingKey, {
    issuer: apiUrl(),
    audience: env('TOKEN_AUDIENCE'),
    nowMs,
    lifetimeSeconds: lifetimes.accessSeconds,
  });
  return sessionCookies(accessToken, refreshToken, lifetimes);
};
