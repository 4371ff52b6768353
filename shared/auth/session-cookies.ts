import { sessionCookies } from '#shared/http/cookies';
import { env } from '#shared/platform/env';
import { issueAccessToken } from './access-token.ts';
import type { Session } from './session.ts';
import type { SigningKey } from './signing-keys.ts';

/** The three cookies of a session, with a fresh access token (interface: Authentication, 1). */
export const cookiesOf = async (
  session: Session,
  refreshToken: string,
  signingKey: SigningKey,
  nowMs: number,
): Promise<string[]> => {
  const issue = { issuer: env('TOKEN_ISSUER'), audience: env('TOKEN_AUDIENCE'), nowMs };
  return sessionCookies(await issueAccessToken(session, signingKey, issue), refreshToken);
};
