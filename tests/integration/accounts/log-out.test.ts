import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/accounts/log-out';
import { logOut } from '#functions/api/accounts/log-out.contract';
import { handler as readMeHandler } from '#functions/api/accounts/read-me';
import { readMe } from '#functions/api/accounts/read-me.contract';
import { readUnverifiedClaims } from '#shared/http/caller/access-token-verifier';
import { env } from '#shared/platform/env';
import { publishTestSigningKeys, signedInAccount } from '#tests/support/accounts';
import { securitySuite } from '#tests/support/security-suite';
import { call, countStatuses, makeWorld, PASSWORD, sessionsOf } from './world.ts';

const ownPage = { origin: env('WEB_ORIGINS').split(',')[0] ?? '' };

/** An account that logged in through the API, and its cookies. */
const loggedIn = async () => {
  await publishTestSigningKeys();
  const world = makeWorld();
  const { email, userId } = await world.verifiedAccount();
  const { cookies } = await world.logIn({ email, password: PASSWORD });
  return { ...world, userId, token: cookies['token'] ?? '', refreshToken: cookies['refreshToken'] ?? '' };
};

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

describe('log-out: promises', () => {
  test.each([
    ['by Bearer', (token: string) => bearer(token)],
    ['by cookie', (token: string) => ({ cookies: { token }, headers: ownPage })],
  ])('%s: the session ends, its tokens are denied at once, and the cookies are cleared', async (_, credential) => {
    const { token, refreshToken, refresh, userId } = await loggedIn();
    expect((await call(readMeHandler, readMe, bearer(token))).status).toBe(200);

    const response = await call(handler, logOut, credential(token));
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({ success: true, message: 'Logged out.' });
    expect(response.setCookies).toEqual([
      'token=; Max-Age=0; HttpOnly; Secure; SameSite=Lax; Path=/',
      'refreshToken=; Max-Age=0; HttpOnly; Secure; SameSite=Lax; Path=/',
      'svc_session=; Max-Age=0; Secure; SameSite=Lax; Path=/',
    ]);
    expect((await call(readMeHandler, readMe, bearer(token))).status).toBe(401);
    expect((await refresh({ refreshToken })).body).toMatchObject({ code: 'REFRESH_TOKEN_INVALID' });
    expect(await sessionsOf(userId)).toEqual([]);
  });

  test('an access token of the same session that was issued later is denied as well', async () => {
    const { token, refreshToken, refresh } = await loggedIn();
    const later = (await refresh({ refreshToken })).cookies['token'] ?? '';
    await call(handler, logOut, bearer(token));
    expect((await call(readMeHandler, readMe, bearer(later))).status).toBe(401);
  });

  test('another session of the account stays valid', async () => {
    const [one, other] = await Promise.all([signedInAccount(), signedInAccount()]);
    await call(handler, logOut, bearer(one.token));
    expect((await call(handler, logOut, bearer(other.token))).status).toBe(200);
  });

  test('ten at the same moment end the session once, and no caller gets an error of ours', async () => {
    const { token } = await signedInAccount();
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(handler, logOut, bearer(token))));
    const counts = countStatuses(responses);
    expect((counts[200] ?? 0) + (counts[401] ?? 0)).toBe(10);
    expect(counts[200]).toBeGreaterThan(0);
    expect(readUnverifiedClaims(token)).toBeDefined();
  });
});

securitySuite({ contract: logOut, handler, request: () => ({}) });
