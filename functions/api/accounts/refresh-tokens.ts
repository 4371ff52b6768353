import { readAccess } from '#shared/auth/sessions/access';
import { readSigningKeys, readyKey, type SeenKeys } from '#shared/auth/sessions/published-keys';
import { refreshRefusal, refreshSession } from '#shared/auth/sessions/refresh';
import { isRefreshTokenOurs, type PresentedRefreshToken, parseRefreshToken } from '#shared/auth/sessions/refresh-token';
import { readAccountSession, type Session } from '#shared/auth/sessions/session';
import { cookiesOf } from '#shared/auth/sessions/session-cookies';
import { signing } from '#shared/auth/stage-secrets';
import { isSessionValid, refuseSuspended } from '#shared/http/caller/account-access';
import { refuseCrossSite } from '#shared/http/caller/credential';
import { clearedCookies } from '#shared/http/cookies';
import type { RequestMeta } from '#shared/http/request';
import { serve } from '#shared/http/serve';
import { refreshTokens } from './refresh-tokens.contract.ts';

interface Loaded {
  readonly presented: PresentedRefreshToken;
  readonly session: Session | undefined;
  readonly seenKeys: SeenKeys;
}

/**
 * The token of a request: from the cookie, subject to the cross-site rule, or else from the body.
 *
 * @throws ApiError CROSS_SITE_REQUEST; REFRESH_TOKEN_INVALID when it is missing or malformed.
 */
const presentedToken = (meta: RequestMeta, inBody: string | undefined): PresentedRefreshToken => {
  const cookie = meta.cookies['refreshToken'];
  if (cookie) refuseCrossSite(refreshTokens.method, meta);
  const presented = parseRefreshToken(cookie || (inBody ?? ''));
  if (!presented) throw refreshRefusal('REFRESH_TOKEN_INVALID');
  return presented;
};

/**
 * Refreshes: reads the session and the published keys in parallel, then rotates the token in one write. In parallel it
 * reads the account's access item, for the role of the new access token.
 *
 * A forged token costs exactly one call of the first wave, whether or not its session exists, so that the duration of
 * the refusal does not reveal which sessions exist.
 */
export const handler = serve(refreshTokens, {
  effects: [signing],
  load: async ({ body, meta }, { table, signing }): Promise<Loaded> => {
    const presented = presentedToken(meta, body.refreshToken);
    const [session, seenKeys] = await Promise.all([
      readAccountSession(table, presented.sessionId),
      readSigningKeys(table, signing),
    ]);
    return { presented, session, seenKeys };
  },

  answer: async ({ loaded, meta }, { table, log, metrics, signing }) => {
    const { presented, session: seen, seenKeys } = loaded;
    const { secret, signingKey } = await readyKey(seenKeys, signing, { table, log, metrics }, meta.nowMs);
    const isOurs = isRefreshTokenOurs(presented, secret);
    // In parallel with the rotating write: no token makes an invalid session valid.
    const [{ session, refreshToken }, accessBeside] = await Promise.all([
      refreshSession(table, presented, seen, secret, signing, meta.nowMs),
      isOurs && seen ? readAccess(table, seen.accountId) : undefined,
    ]);
    // An unrecognised token had the secret read again, as happens once after a rotation: one more trip.
    const access = isOurs ? accessBeside : await readAccess(table, session.accountId);
    if (!isSessionValid(session, access)) throw refreshRefusal('REFRESH_TOKEN_INVALID');
    refuseSuspended(access, 'REFRESH_TOKEN_INVALID', clearedCookies());
    return {
      status: 200,
      body: { success: true, message: 'Tokens refreshed.' },
      cookies: await cookiesOf(session, access.role, refreshToken, signingKey, meta.nowMs),
    };
  },
});
