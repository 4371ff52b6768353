import { describe, expect, test } from 'vitest';
import { handler } from '#functions/api/accounts/refresh-tokens';
import { refreshTokens } from '#functions/api/accounts/refresh-tokens.contract';
import { addressHashKeyOf, tailKeysOf } from '#shared/auth/sessions/published-keys';
import { startRefreshing } from '#shared/auth/sessions/refresh-decision';
import { publicKeysOf } from '#shared/auth/sessions/signing-keys';
import type { SecretReader } from '#shared/auth/stage-secrets';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { readUnverifiedClaims } from '#shared/http/caller/access-token-verifier';
import { callerKeys } from '#shared/http/caller/keys';
import { env } from '#shared/platform/env';
import { newId } from '#shared/platform/ids';
import { testKit } from '#tests/integration/kit/test-kit';
import { recordingTable } from '#tests/support/recording-table';
import { freshSecret } from '#tests/unit/auth/secret-fixtures';
import { call, countStatuses, losingResponses, makeWorld, PASSWORD, type ReadResponse, sessionsOf } from './world.ts';

const INVALID = {
  success: false,
  status: 'error',
  message: 'The refresh token is missing, unknown or expired. Log in again.',
  code: 'REFRESH_TOKEN_INVALID',
};

const REUSED = {
  success: false,
  status: 'error',
  message: 'This refresh token was used before, so the session has been ended. Log in again.',
  code: 'REFRESH_TOKEN_REUSED',
};

const DAY = 24 * 60 * 60;

const ownPage = { origin: env('WEB_ORIGINS').split(',')[0] ?? '' };

const tokenOf = ({ cookies }: ReadResponse): string => cookies['refreshToken'] ?? '';

/** An account that just logged in. */
const loggedIn = async (world = makeWorld()) => {
  const { email, userId } = await world.verifiedAccount();
  const login = await world.logIn({ email, password: PASSWORD });
  const refresh = (refreshToken: string): Promise<ReadResponse> => world.refresh({ refreshToken });
  return { ...world, refresh, send: world.refresh, userId, login, token: tokenOf(login) };
};

describe('refresh-tokens: promises', () => {
  test('a new access token and the next refresh token are set as cookies', async () => {
    const { refresh, token, login, userId, pass } = await loggedIn();
    pass(900);
    const response = await refresh(token);
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({ success: true, message: 'Tokens refreshed.' });
    expect(response.setCookies.map((line) => line.replace(/=[^;]+/, '='))).toEqual(
      login.setCookies.map((line) => line.replace(/=[^;]+/, '=')),
    );
    expect(tokenOf(response)).not.toBe(token);
    const [before, after] = [login, response].map(({ cookies }) => readUnverifiedClaims(cookies['token'] ?? ''));
    expect(after).toMatchObject({ sub: userId, sid: before?.sid, role: 'member', iat: (before?.iat ?? 0) + 900 });
    expect(after?.jti).not.toBe(before?.jti);
  });

  test('the cookie is accepted from our own pages, and takes precedence over the body', async () => {
    const { send, token } = await loggedIn();
    const { token: otherToken, refresh: refreshOther } = await loggedIn();
    const response = await send({ refreshToken: otherToken }, { cookies: { refreshToken: token }, headers: ownPage });
    expect(response.status).toBe(200);
    // The body's token was not used, so it is still the live one.
    expect((await refreshOther(otherToken)).status).toBe(200);
    const withoutBody = { cookies: { refreshToken: tokenOf(response) }, headers: { 'sec-fetch-site': 'same-origin' } };
    expect((await send(undefined, withoutBody)).status).toBe(200);
  });

  test('a session continues as long as it is refreshed within 30 days', async () => {
    const { refresh, token, pass } = await loggedIn();
    let live = token;
    for (let n = 0; n < 2; n++) {
      pass(30 * DAY - 1);
      const response = await refresh(live);
      expect(response.status).toBe(200);
      live = tokenOf(response);
    }
  });

  test('a session ends 90 days after its login, however often it is refreshed, and no cookie outlives it', async () => {
    const { refresh, token, userId, pass } = await loggedIn();
    let live = token;
    for (let day = 20; day <= 80; day += 20) {
      pass(20 * DAY);
      const response = await refresh(live);
      expect(response.setCookies.join()).toContain(`Max-Age=${Math.min(30, 90 - day) * DAY};`);
      live = tokenOf(response);
    }
    pass(10 * DAY - 10);
    const last = await refresh(live);
    expect(last.setCookies.map((line) => /Max-Age=\d+/.exec(line)?.[0])).toEqual(Array(3).fill('Max-Age=10'));
    const claims = readUnverifiedClaims(last.cookies['token'] ?? '');
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(10);
    expect(await sessionsOf(userId)).toMatchObject([{ expiresAtSeconds: claims?.exp }]);
    pass(10);
    expect((await refresh(tokenOf(last))).body).toStrictEqual(INVALID);
  });

  test('a token made with an unknown version of the secret is accepted once that version is read', async () => {
    const { token, userId, secrets, now, table } = await loggedIn();
    const [before, after] = [freshSecret(), secrets.signing];
    const signing: SecretReader = async (freshness) => (freshness?.renew ? after : before);
    const published = {
      ...publicKeysOf(before),
      addressHashKey: addressHashKeyOf(before),
      tailKeys: tailKeysOf(before, [], 0),
    };
    const withOldKeys: Table = {
      ...table,
      get: async (key) => (key.pk === callerKeys.signingKeys().pk ? { ...key, ...published } : table.get(key)),
    };
    const refresh = handler.with({ signing }, testKit({ clock: now, table: () => withOldKeys }));
    const response = await call(refresh, refreshTokens, { body: { refreshToken: token } });
    expect(response.status).toBe(200);
    expect(readUnverifiedClaims(response.cookies['token'] ?? '')).toMatchObject({ sub: userId, role: 'member' });
  });

  test("the new access token carries the account's current role", async () => {
    const { refresh, token, userId, table } = await loggedIn();
    await table.write(update(callerKeys.accountAccess(userId), { set: { role: 'admin' }, when: { role: 'exists' } }));
    const response = await refresh(token);
    expect(readUnverifiedClaims(response.cookies['token'] ?? '')).toMatchObject({ role: 'admin' });
  });

  test('for 30 seconds the previous token gets the same successor and a fresh access token', async () => {
    const { refresh, token, pass } = await loggedIn();
    const first = await refresh(token);
    pass(30);
    const again = await refresh(token);
    expect(again.status).toBe(200);
    expect(tokenOf(again)).toBe(tokenOf(first));
    expect(again.cookies['token']).not.toBe(first.cookies['token']);
    expect((await refresh(tokenOf(again))).status).toBe(200);
  });

  test('100 parallel refreshes with one token leave one live successor, which all of them get', async () => {
    const { refresh, token } = await loggedIn();
    const responses = await Promise.all(Array.from({ length: 100 }, () => refresh(token)));
    expect(countStatuses(responses)).toEqual({ 200: 100 });
    expect(new Set(responses.map(tokenOf)).size).toBe(1);
    const item = await serviceTable().get(
      callerKeys.accountSession(readUnverifiedClaims(responses[0]?.cookies['token'] ?? '')?.sid ?? ''),
    );
    expect(item).toMatchObject({ refreshCounter: 1 });
  });

  test('neither the token nor its proof is in the table', async () => {
    const { token, userId, refresh } = await loggedIn();
    const next = tokenOf(await refresh(token));
    const stored = JSON.stringify(await sessionsOf(userId));
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(next);
  });
});

describe('refresh-tokens: refusals', () => {
  const clears = (response: ReadResponse): void => {
    expect(response.setCookies).toEqual([
      'token=; Max-Age=0; HttpOnly; Secure; SameSite=Lax; Path=/',
      'refreshToken=; Max-Age=0; HttpOnly; Secure; SameSite=Lax; Path=/',
      'svc_session=; Max-Age=0; Secure; SameSite=Lax; Path=/',
    ]);
  };

  test('the previous token, 30 seconds later: the session ends, and so do its access tokens', async () => {
    const { refresh, token, userId, pass } = await loggedIn();
    const next = tokenOf(await refresh(token));
    pass(31);
    const reused = await refresh(token);
    expect(reused.status).toBe(401);
    expect(reused.body).toStrictEqual(REUSED);
    clears(reused);
    expect((await refresh(next)).body).toStrictEqual(INVALID);
    expect(await sessionsOf(userId)).toEqual([]);
  });

  test('any older token, however soon: the session ends', async () => {
    const { refresh, token } = await loggedIn();
    const second = tokenOf(await refresh(token));
    const third = tokenOf(await refresh(second));
    expect((await refresh(token)).body).toStrictEqual(REUSED);
    expect((await refresh(third)).body).toStrictEqual(INVALID);
  });

  test('no token, a text, an unknown or a forged one: 401, and the session stays valid', async () => {
    const { refresh, send, token, login, now } = await loggedIn();
    const sessionId = readUnverifiedClaims(login.cookies['token'] ?? '')?.sid ?? '';
    const nobodys = startRefreshing(newId('ses', now()), freshSecret(), now()).token;
    const forged = startRefreshing(sessionId, freshSecret(), now()).token;
    const responses = [await send({}), await send(undefined)];
    for (const text of ['', 'rubbish', nobodys, forged]) responses.push(await refresh(text));
    for (const response of responses) {
      expect(response.status).toBe(401);
      expect(response.body).toStrictEqual(INVALID);
      clears(response);
    }
    expect((await refresh(token)).status).toBe(200);
  });

  test('a forged token costs one read of two items, whether or not its session exists', async () => {
    const { table, calls } = recordingTable();
    const { refresh, token, login, now } = await loggedIn(makeWorld(table));
    await refresh(token);
    const sessionId = readUnverifiedClaims(login.cookies['token'] ?? '')?.sid ?? '';
    for (const named of [sessionId, newId('ses', now())]) {
      calls.length = 0;
      const forged = startRefreshing(named, freshSecret(), now()).token;
      expect((await refresh(forged)).body).toStrictEqual(INVALID);
      expect(calls.map(({ operation }) => operation)).toStrictEqual(['BatchGetItem']);
      expect(calls.flatMap(({ partitions }) => partitions).sort()).toStrictEqual([`SES#${named}`, 'SIGNINGKEYS']);
    }
  });

  test('a live token after 30 days', async () => {
    const { refresh, token, pass } = await loggedIn();
    pass(30 * DAY);
    expect((await refresh(token)).body).toStrictEqual(INVALID);
  });

  test.each([
    ['without an Origin', {}],
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['from a page without an origin of its own', { origin: 'null' }],
  ])('a cookie %s is refused, and nothing rotates', async (_, headers) => {
    const { send, token } = await loggedIn();
    const refused = await send(undefined, { cookies: { refreshToken: token }, headers });
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({ code: 'CROSS_SITE_REQUEST' });
    const item = await sessionsOf(
      readUnverifiedClaims((await send({ refreshToken: token })).cookies['token'] ?? '')?.sub ?? '',
    );
    expect(item).toMatchObject([{ refreshCounter: 1 }]);
  });

  test('a field of another type is invalid', async () => {
    const { send } = makeRefresh();
    expect((await send({ refreshToken: 7 })).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  });
});

const makeRefresh = () => ({ send: makeWorld().refresh });

describe('refresh-tokens: when something fails', () => {
  test('a rotation whose response was lost returns the same successor on a retry', async () => {
    const table = losingResponses(serviceTable());
    const { refresh, token } = await loggedIn(makeWorld(table));
    table.loseNext('SESSION');
    expect((await refresh(token)).status).toBe(503);
    const again = await refresh(token);
    expect(again.status).toBe(200);
    expect((await refresh(tokenOf(again))).status).toBe(200);
  });

  test('the logs contain no token', async () => {
    const { refresh, token, lines } = await loggedIn();
    const next = tokenOf(await refresh(token));
    await refresh(token);
    for (const text of [token, next]) expect(lines.join('\n')).not.toContain(text);
  });
});
