import type * as Crypto from 'node:crypto';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { emailKey } from '#shared/auth/accounts/email-key';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { update } from '#shared/db/expressions';
import { readUnverifiedClaims } from '#shared/http/caller/access-token-verifier';
import { callerKeys } from '#shared/http/caller/keys';
import { rotated } from '#tests/unit/auth/secret-fixtures';
import { countStatuses, losingResponses, makeWorld, newEmail, PASSWORD, sessionsOf } from './world.ts';

/** How many argon2 computations were made; the real function runs. */
let hashings = 0;

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>();
  const argon2: typeof Crypto.argon2 = (algorithm, parameters, callback) => {
    hashings++;
    crypto.argon2(algorithm, parameters, callback);
  };
  return { ...crypto, argon2 };
});

beforeEach(() => {
  hashings = 0;
});

const INVALID_CREDENTIALS = {
  success: false,
  status: 'error',
  message: 'The email address or the password is wrong.',
  code: 'INVALID_CREDENTIALS',
};

const TOO_MANY_ATTEMPTS = {
  success: false,
  message: 'Too many wrong passwords. Wait for the number of seconds in Retry-After, then try again.',
};

describe('log-in: promises', () => {
  test('the right password sets the three cookies, and no token is in the body', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const response = await logIn({ email: ` ${email.toUpperCase()}`, password: PASSWORD });
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({ success: true, message: 'Logged in.', data: { userId } });
    expect(response.setCookies).toEqual([
      expect.stringMatching(/^token=[\w-]+\.[\w-]+\.[\w-]+; Max-Age=900; HttpOnly; Secure; SameSite=Lax; Path=\/$/),
      expect.stringMatching(/^refreshToken=[\w-]{84}; Max-Age=2592000; HttpOnly; Secure; SameSite=Lax; Path=\/$/),
      'svc_session=1; Max-Age=2592000; Secure; SameSite=Lax; Path=/',
    ]);
    for (const name of ['token', 'refreshToken']) expect(response.text).not.toContain(response.cookies[name]);
  });

  test('the access token names account, session and role, and is valid for 15 minutes', async () => {
    const { verifiedAccount, logIn, now } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const { cookies } = await logIn({ email, password: PASSWORD });
    const claims = readUnverifiedClaims(cookies['token'] ?? '');
    expect(claims).toMatchObject({ sub: userId, role: 'member', iat: Math.floor(now() / 1000) });
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(900);
    expect(await sessionsOf(userId)).toMatchObject([{ sessionId: claims?.sid, accountId: userId }]);
  });

  test('an account that was made admin gets admin sessions', async () => {
    const { verifiedAccount, logIn, table } = makeWorld();
    const { email, userId } = await verifiedAccount();
    await table.write(update(callerKeys.accountAccess(userId), { set: { role: 'admin' }, when: { role: 'exists' } }));
    const { cookies } = await logIn({ email, password: PASSWORD });
    expect(readUnverifiedClaims(cookies['token'] ?? '')).toMatchObject({ role: 'admin' });
  });

  test('parallel logins of one account all succeed, each with its own session', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const responses = await Promise.all(Array.from({ length: 20 }, () => logIn({ email, password: PASSWORD })));
    expect(countStatuses(responses)).toEqual({ 200: 20 });
    expect(await sessionsOf(userId)).toHaveLength(20);
  });

  test('a right password resets the count of wrong ones', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email } = await verifiedAccount();
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 9; n++) expect((await logIn({ email, password: 'wrong password' })).status).toBe(401);
      expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
    }
  });

  test('a hash of an older secret is upgraded by the login, and still works when that secret is gone', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const stored = async () => (await world.table.get(authKeys.signIn(emailKey(email))))?.['passwordHash'];
    const before = await stored();
    world.secrets.pepper = rotated(world.secrets.pepper);
    expect((await world.logIn({ email, password: PASSWORD })).status).toBe(200);
    expect(await stored()).not.toBe(before);
    world.secrets.pepper = rotated(world.secrets.pepper);
    expect((await world.logIn({ email, password: PASSWORD })).status).toBe(200);
  });

  test('the logs contain no password, address or token', async () => {
    const { verifiedAccount, logIn, lines } = makeWorld();
    const { email } = await verifiedAccount();
    const { cookies } = await logIn({ email, password: PASSWORD });
    await logIn({ email, password: 'entered by mistake' });
    for (const secret of [email, PASSWORD, 'entered by mistake', cookies['token'], cookies['refreshToken']]) {
      expect(lines.join('\n')).not.toContain(secret);
    }
  });
});

describe('log-in: refusals', () => {
  test('wrong password, unknown address and no address at all: the same 401, at the cost of one hash each', async () => {
    const { verifiedAccount, signUp, logIn } = makeWorld();
    const { email } = await verifiedAccount();
    const unverified = newEmail();
    for (const password of ['first password', 'second password', 'third password']) {
      await signUp({ email: unverified, password });
    }
    for (const address of [email, unverified, newEmail(), 'nobody']) {
      hashings = 0;
      const response = await logIn({ email: address, password: 'wrong password' });
      expect(response.status).toBe(401);
      expect(response.body).toStrictEqual(INVALID_CREDENTIALS);
      expect(response.setCookies).toEqual([]);
      expect(hashings).toBe(1);
    }
  });

  test.each([
    ['known', true],
    ['unknown', false],
  ])(
    'after ten wrong passwords a %s address is refused for the rest of 15 minutes, even with the right one',
    async (_, known) => {
      const { verifiedAccount, logIn, pass } = makeWorld();
      const email = known ? (await verifiedAccount()).email : newEmail();
      for (let n = 0; n < 10; n++) {
        expect((await logIn({ email, password: 'wrong password' })).status).toBe(401);
        pass(30);
      }
      hashings = 0;
      const refused = await logIn({ email, password: PASSWORD });
      expect(refused.status).toBe(429);
      expect(refused.body).toStrictEqual(TOO_MANY_ATTEMPTS);
      expect(refused.headers['Retry-After']).toBe('600');
      expect(refused.headers['X-Error-Code']).toBe('TOO_MANY_ATTEMPTS');
      expect(hashings).toBe(0);
      pass(599);
      expect((await logIn({ email, password: PASSWORD })).headers['Retry-After']).toBe('1');
      pass(1);
      expect((await logIn({ email, password: PASSWORD })).status).toBe(known ? 200 : 401);
    },
  );

  test('of 40 parallel wrong passwords, ten are reported as wrong', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email } = await verifiedAccount();
    const responses = await Promise.all(Array.from({ length: 40 }, () => logIn({ email, password: 'wrong password' })));
    expect(countStatuses(responses)).toEqual({ 401: 10, 429: 30 });
    expect((await logIn({ email, password: PASSWORD })).status).toBe(429);
  });

  test('a right password that arrives after ten wrong ones is refused, and creates no session', async () => {
    const table = serviceTable();
    let overtake: (() => Promise<unknown>) | undefined;
    const { verifiedAccount, logIn } = makeWorld({
      ...table,
      get: async (key) => {
        const item = await table.get(key);
        if (!overtake || key.sk !== authKeys.signInFailures('any').sk) return item;
        const others = overtake();
        overtake = undefined;
        await others;
        return item;
      },
    });
    const { email, userId } = await verifiedAccount();
    overtake = () => Promise.all(Array.from({ length: 10 }, () => logIn({ email, password: 'wrong password' })));
    const response = await logIn({ email, password: PASSWORD });
    expect(response.status).toBe(429);
    expect(response.body).toStrictEqual(TOO_MANY_ATTEMPTS);
    expect(response.setCookies).toEqual([]);
    expect(await sessionsOf(userId)).toEqual([]);
  });

  test('before verification the right password gets 403, and a code for it is mailed again', async () => {
    const { signUp, logIn, verifyEmail, codeTo } = makeWorld();
    const email = newEmail();
    const { body } = await signUp({ email, password: 'first password' });
    await signUp({ email, password: 'second password' });
    const response = await logIn({ email, password: 'first password' });
    expect(response.status).toBe(403);
    expect(response.body).toStrictEqual({
      success: false,
      error: 'EMAIL_NOT_VERIFIED',
      message: 'Verify your email address first, with the code that we sent to it.',
      data: { requiresVerification: true, userId: body.data.userId },
    });
    expect(response.setCookies).toEqual([]);

    expect((await verifyEmail({ email, code: codeTo(email) })).status).toBe(200);
    expect((await logIn({ email, password: 'first password' })).status).toBe(200);
    expect((await logIn({ email, password: 'second password' })).status).toBe(401);
  });

  test('logins before verification mail at most five codes an hour', async () => {
    const { signUp, logIn, mails } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    for (let n = 0; n < 8; n++) expect((await logIn({ email, password: PASSWORD })).status).toBe(403);
    expect(mails).toHaveLength(5);
  });

  test('signing up at an address does not allow unlimited guesses at another sign-up', async () => {
    const { signUp, logIn } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    await signUp({ email, password: 'password of a stranger' });
    for (let n = 0; n < 10; n++) {
      expect((await logIn({ email, password: 'password of a stranger' })).status).toBe(403);
      expect((await logIn({ email, password: 'guess' })).status).toBe(401);
    }
    expect((await logIn({ email, password: 'password of a stranger' })).status).toBe(429);
  });

  test('a body without its fields is invalid', async () => {
    const { logIn } = makeWorld();
    const response = await logIn({});
    expect(response.status).toBe(400);
    expect(response.body.details.map(({ path }: { path: string }) => path)).toEqual(['email', 'password']);
  });
});

describe('log-in: when something fails', () => {
  test('before verification a mail that cannot be queued does not change the response', async () => {
    const { signUp, logIn, breakMailQueue, lines } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    breakMailQueue(true);
    for (let n = 0; n < 7; n++) expect((await logIn({ email, password: PASSWORD })).status).toBe(403);
    expect(lines.filter((line) => line.includes('"MAIL_FAILED"'))).toHaveLength(7);
  });

  test('a login whose response from the table was lost leaves no session behind', async () => {
    const table = losingResponses(serviceTable());
    const { verifiedAccount, logIn } = makeWorld(table);
    const { email, userId } = await verifiedAccount();
    table.loseNext('SESSION');
    expect((await logIn({ email, password: PASSWORD })).status).toBe(503);
    expect(await sessionsOf(userId)).toEqual([]);
    expect((await logIn({ email, password: PASSWORD })).status).toBe(200);
  });
});
