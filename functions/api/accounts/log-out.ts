import { parseRefreshToken } from '#shared/auth/sessions/refresh-token';
import { endSession, readAccountSession } from '#shared/auth/sessions/session';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { findCredential, refuseCrossSite } from '#shared/http/caller/credential';
import { makeKnownApiKeys } from '#shared/http/caller/known-api-keys';
import { proveCredential } from '#shared/http/caller/prove-credential';
import { makePublicKeys } from '#shared/http/caller/public-keys';
import { clearedCookies } from '#shared/http/cookies';
import type { RequestMeta } from '#shared/http/request';
import { serve } from '#shared/http/serve';
import { logOut } from './log-out.contract.ts';

/** The credentials that this container has cached, as the endpoint kit does for endpoints that require one. */
const memory = { publicKeys: makePublicKeys(), apiKeys: makeKnownApiKeys() };

/**
 * The session of the access token; undefined without a valid one.
 *
 * @throws ApiError CROSS_SITE_REQUEST; API_KEY_NOT_ALLOWED.
 */
const sessionOfAccessToken = async (meta: RequestMeta, table: TableReader): Promise<string | undefined> => {
  const context = { ...memory, contract: { caller: 'session' }, table, nowMs: meta.nowMs } as const;
  try {
    const caller = await (await proveCredential(findCredential(logOut, meta), context)).confirm();
    return caller.via === 'session' ? caller.sessionId : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'UNAUTHENTICATED') return undefined;
    throw error;
  }
};

/**
 * The session of the refresh token, from the cookie or else the body, if it is the last one or the one before;
 * undefined without one.
 *
 * @throws ApiError CROSS_SITE_REQUEST.
 */
const sessionOfRefreshToken = async (
  meta: RequestMeta,
  inBody: string | undefined,
  table: TableReader,
): Promise<string | undefined> => {
  const cookie = meta.cookies['refreshToken'];
  if (cookie) refuseCrossSite(logOut.method, meta);
  const presented = parseRefreshToken(cookie || (inBody ?? ''));
  const session = presented && (await readAccountSession(table, presented.sessionId));
  const isOfSession =
    session !== undefined && [session.refreshTokenHash, session.previousRefreshTokenHash].includes(presented?.hash);
  return isOfSession ? session.sessionId : undefined;
};

/** Logs out. Ending the session invalidates its tokens; a session that ended before is a success as well. */
export const handler = serve(logOut, {
  load: async ({ body, meta }, { table }) => {
    const [ofAccess, ofRefresh] = await Promise.all([
      sessionOfAccessToken(meta, table),
      sessionOfRefreshToken(meta, body.refreshToken, table),
    ]);
    return ofAccess ?? ofRefresh;
  },

  answer: async ({ loaded: sessionId, meta }, { table }) => {
    if (sessionId !== undefined) await table.write(endSession(sessionId, meta.nowMs));
    return { status: 200, body: { success: true, message: 'Logged out.' }, cookies: clearedCookies() };
  },
});
