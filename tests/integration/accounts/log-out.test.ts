import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/accounts/log-out';
import { logOut } from '#functions/api/accounts/log-out.contract';
import { handler as readMeHandler } from '#functions/api/accounts/read-me';
import { readMe } from '#functions/api/accounts/read-me.contract';
import { readUnverifiedClaims } from '#shared/http/caller/access-token-verifier';
import { env } from '#shared/platform/env';
import { apiKeyFor, publishTestSigningKeys, signedInAccount } from '#tests/support/accounts';
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

  test('a newer access token of the same session is denied as well', async () => {
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

  test('ten at the same moment end the session once, and none fails', async () => {
    const { token } = await signedInAccount();
    const responses = await Promise.all(Array.from({ length: 10 }, () => call(handler, logOut, bearer(token))));
    const counts = countStatuses(responses);
    expect((counts[200] ?? 0) + (counts[401] ?? 0)).toBe(10);
    expect(counts[200]).toBeGreaterThan(0);
    expect(readUnverifiedClaims(token)).toBeDefined();
  });
});

describe('log-out without a working access token', () => {
  test.each([
    ['expired', async () => (await signedInAccount({ signedInAtMs: Date.now() - 3_600_000 })).token],
    ['forged', async () => 'rubbish'],
    ['missing', async () => undefined],
  ])('%s: the refresh token ends its session, in a cookie or in the body', async (_, tokenOf) => {
    for (const carried of ['cookie', 'body'] as const) {
      const { refreshToken, refresh, userId } = await loggedIn();
      const token = await tokenOf();
      const response = await call(handler, logOut, {
        ...(token !== undefined && bearer(token)),
        ...(carried === 'cookie' ? { cookies: { refreshToken } } : { body: { refreshToken } }),
        headers: { ...(token !== undefined && bearer(token).headers), ...ownPage },
      });
      expect([response.status, response.setCookies.length]).toStrictEqual([200, 3]);
      expect((await refresh({ refreshToken })).body).toMatchObject({ code: 'REFRESH_TOKEN_INVALID' });
      expect(await sessionsOf(userId)).toEqual([]);
    }
  });

  test('is a 200 that clears the cookies if there is nothing left to end', async () => {
    const { token, refreshToken } = await loggedIn();
    for (const credential of [
      {},
      bearer(token),
      bearer(token),
      { body: { refreshToken } },
      { body: { refreshToken: 'x' } },
    ]) {
      const response = await call(handler, logOut, credential);
      expect([response.status, response.setCookies.length]).toStrictEqual([200, 3]);
    }
  });

  test('ends nothing with a refresh token that merely names a session', async () => {
    const { refreshToken, refresh } = await loggedIn();
    const forged = `${refreshToken.slice(0, -4)}AAAA`;
    expect((await call(handler, logOut, { body: { refreshToken: forged } })).status).toBe(200);
    expect((await refresh({ refreshToken })).status).toBe(200);
  });
});

describe('log-out refuses', () => {
  test('a secret key, which has no session', async () => {
    const { headers } = await apiKeyFor(await signedInAccount());
    const response = await call(handler, logOut, { headers });
    expect([response.status, response.body]).toMatchObject([403, { code: 'API_KEY_NOT_ALLOWED' }]);
  });

  test.each(['token', 'refreshToken'] as const)('the cookie %s from a foreign page', async (name) => {
    const session = await loggedIn();
    const cookies = { [name]: session[name] };
    const response = await call(handler, logOut, { cookies, headers: { origin: 'https://evil.example' } });
    expect([response.status, response.body]).toMatchObject([403, { code: 'CROSS_SITE_REQUEST' }]);
    expect((await call(readMeHandler, readMe, bearer(session.token))).status).toBe(200);
  });
});
