import { makeTokenKeys, type SeenKeys, type TokenKeys } from '#shared/auth/published-keys';
import { refreshSession } from '#shared/auth/refresh';
import { type PresentedRefreshToken, parseRefreshToken } from '#shared/auth/refresh-token';
import { type SecretReader, signingSecret } from '#shared/auth/secrets';
import { readSession, type Session } from '#shared/auth/session';
import { cookiesOf } from '#shared/auth/session-cookies';
import { refuseCrossSite } from '#shared/http/account-caller';
import { clearedCookies } from '#shared/http/cookies';
import { ApiError } from '#shared/http/errors';
import type { RequestMeta } from '#shared/http/request';
import { type Endpoint, serve } from '#shared/http/serve';
import { refreshTokens } from './contracts.ts';

interface Dependencies {
  readonly signing: SecretReader;
  readonly tokenKeys: TokenKeys;
}

interface Loaded {
  readonly presented: PresentedRefreshToken;
  readonly session: Session | undefined;
  readonly seenKeys: SeenKeys;
}

/**
 * The token of a request: the cookie's, with the cross-site rule, or else the body's.
 *
 * @throws ApiError CROSS_SITE_REQUEST; REFRESH_TOKEN_INVALID when there is none or it has not the form of one.
 */
const presentedToken = (meta: RequestMeta, inBody: string | undefined): PresentedRefreshToken => {
  const cookie = meta.cookies['refreshToken'];
  if (cookie) refuseCrossSite(refreshTokens.method, meta);
  const presented = parseRefreshToken(cookie || (inBody ?? ''));
  if (!presented) throw new ApiError('REFRESH_TOKEN_INVALID', { cookies: clearedCookies() });
  return presented;
};

/** Refreshes: the session and what is published of the keys are read beside each other, then one write rotates. */
export const refreshTokensEndpoint = ({
  signing,
  tokenKeys,
}: Dependencies): Endpoint<typeof refreshTokens, Loaded, undefined> => ({
  load: async ({ body, meta }, { table }) => {
    const presented = presentedToken(meta, body.refreshToken);
    const [session, seenKeys] = await Promise.all([readSession(table, presented.sessionId), tokenKeys.look(table)]);
    return { presented, session, seenKeys };
  },

  answer: async ({ loaded, meta }, { table, log }) => {
    const { presented, session: seen, seenKeys } = loaded;
    const { secret, signingKey } = await tokenKeys.ready(seenKeys, table, meta.nowMs, log);
    const refreshed = await refreshSession(table, presented, seen, secret, signing, meta.nowMs);
    return {
      status: 200,
      body: { success: true, message: 'Tokens refreshed.' },
      cookies: await cookiesOf(refreshed.session, refreshed.refreshToken, signingKey, meta.nowMs),
    };
  },
});

export const handler = serve(
  refreshTokens,
  refreshTokensEndpoint({ signing: signingSecret, tokenKeys: makeTokenKeys(signingSecret) }),
);
