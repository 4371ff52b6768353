import { describe, expect, test } from 'vitest';
import { handler as readMe } from '#functions/api/accounts/read-me';
import { emailKey } from '#shared/auth/accounts/email-key';
import { authKeys } from '#shared/auth/keys';
import { endEverySession } from '#shared/auth/sessions/access';
import { serviceTable } from '#shared/db/client';
import { callerKeys } from '#shared/http/caller/keys';
import { newAddress } from '#tests/integration/kit/test-kit';
import { asTest } from '#tests/support/function-access';
import { rotated } from '#tests/unit/auth/secret-fixtures';
import {
  call,
  countStatuses,
  makeWorld,
  manyAtOnce,
  newEmail,
  otherThan,
  PASSWORD,
  type ReadResponse,
  sessionsOf,
} from './world.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

const REQUESTED = {
  success: true,
  message: 'If there is an account with this address, a login code is on its way.',
};

const INVALID_CODE = {
  success: false,
  status: 'error',
  message: 'The code is wrong, expired or already used. Request a new one.',
  code: 'INVALID_CODE',
};

const ACCESS_SORT_KEY = callerKeys.accountAccess('usr_any').sk;

const meStatus = async ({ cookies }: ReadResponse): Promise<number> => {
  const headers = { authorization: `Bearer ${cookies['token']}` };
  return (await call(readMe, { method: 'GET', route: '/v1/me' }, { headers })).status;
};

const codesItemOf = (email: string) => serviceTable().get(authKeys.loginCodes(emailKey(email)));

describe('log-in-with-code: promises', () => {
  test('the mailed code begins a session, with the response and the cookies of a log-in by password', async () => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    const byPassword = await world.logIn({ email, password: PASSWORD });
    const code = await world.newLoginCode(email);
    const byCode = await world.logInWithCode({ email: ` ${email.toUpperCase()} `, code: ` ${code} ` });
    expect(byCode.status).toBe(200);
    expect(byCode.body).toStrictEqual({ success: true, message: 'Logged in.', data: { userId } });
    expect(byCode.body).toStrictEqual(byPassword.body);
    const attributesOf = ({ setCookies }: ReadResponse) => setCookies.map((line) => line.replace(/=[^;]*/, '='));
    expect(attributesOf(byCode)).toEqual(attributesOf(byPassword));
    expect(await meStatus(byCode)).toBe(200);
    expect((await world.refresh({ refreshToken: byCode.cookies['refreshToken'] })).status).toBe(200);
  });

  test('a code works once, and invalidates the others of its address', async () => {
    const { verifiedAccount, newLoginCode, logInWithCode, pass } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const first = await newLoginCode(email);
    pass(MINUTE);
    const second = await newLoginCode(email);
    expect((await logInWithCode({ email, code: first })).status).toBe(200);
    for (const code of [first, second]) {
      const refused = await logInWithCode({ email, code });
      expect(refused.status).toBe(400);
      expect(refused.body).toStrictEqual(INVALID_CODE);
      expect(refused.setCookies).toEqual([]);
    }
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  test('a code is valid for ten minutes', async () => {
    const { verifiedAccount, newLoginCode, logInWithCode, pass } = makeWorld();
    const [{ email: one }, { email: other }] = [await verifiedAccount(), await verifiedAccount()];
    const codes = { one: await newLoginCode(one), other: await newLoginCode(other) };
    pass(10 * MINUTE - 1);
    expect((await logInWithCode({ email: one, code: codes.one })).status).toBe(200);
    pass(1);
    expect((await logInWithCode({ email: other, code: codes.other })).body).toStrictEqual(INVALID_CODE);
  });

  test('a code is stored as a keyed hash, and appears in no log line', async () => {
    const { verifiedAccount, newLoginCode, lines } = makeWorld();
    const { email } = await verifiedAccount();
    const code = await newLoginCode(email);
    expect(JSON.stringify(await codesItemOf(email))).not.toMatch(new RegExp(`\\b${code}\\b`));
    expect(lines.join('\n')).not.toContain(code);
  });

  test('a code that was mailed before a rotation of the pepper still works', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const code = await world.newLoginCode(email);
    world.secrets.pepper = rotated(world.secrets.pepper);
    expect((await world.logInWithCode({ email, code })).status).toBe(200);
  });

  test('an address that is locked after wrong passwords still accepts a mailed code', async () => {
    const { verifiedAccount, logIn, newLoginCode, logInWithCode } = makeWorld();
    const { email } = await verifiedAccount();
    for (let n = 0; n < 10; n++) await logIn({ email, password: 'not the password' });
    expect((await logIn({ email, password: PASSWORD })).status).toBe(429);
    expect((await logInWithCode({ email, code: await newLoginCode(email) })).status).toBe(200);
  });
});

describe('request-login-code: promises', () => {
  test('unknown and unverified addresses get the same response, and no mail', async () => {
    const { signUp, verifiedAccount, requestLoginCode, loginMails } = makeWorld();
    const { email: verified } = await verifiedAccount();
    const pending = newEmail();
    await signUp({ email: pending, password: PASSWORD });
    const responses = [];
    for (const email of [verified, pending, newEmail()]) responses.push(await requestLoginCode({ email }));
    for (const { status, body, headers } of responses) {
      expect(status).toBe(200);
      expect(body).toStrictEqual(REQUESTED);
      expect(Object.keys(headers)).toEqual(Object.keys(responses[0]?.headers ?? {}));
    }
    expect(loginMails.map(({ to }) => to)).toEqual([verified]);
  });

  test('one mail a minute and five an hour, whoever requests them', async () => {
    const { verifiedAccount, requestLoginCode, loginMails, pass } = makeWorld();
    const { email } = await verifiedAccount();
    await requestLoginCode({ email }, { sourceIp: newAddress() });
    pass(MINUTE - 1);
    await requestLoginCode({ email }, { sourceIp: newAddress() });
    expect(loginMails).toHaveLength(1);
    pass(1);
    for (let n = 0; n < 10; n++) {
      await requestLoginCode({ email });
      pass(MINUTE);
    }
    expect(loginMails).toHaveLength(5);
    pass(HOUR);
    await requestLoginCode({ email });
    expect(loginMails).toHaveLength(6);
  });

  test('using a code does not make room for more mails', async () => {
    const { verifiedAccount, newLoginCode, requestLoginCode, logInWithCode, loginMails, pass } = makeWorld();
    const { email } = await verifiedAccount();
    for (let n = 0; n < 5; n++) {
      await logInWithCode({ email, code: await newLoginCode(email) });
      pass(MINUTE);
    }
    await requestLoginCode({ email });
    expect(loginMails).toHaveLength(5);
  });

  test('of 50 at the same moment, one mails a code, which works', async () => {
    const { verifiedAccount, requestLoginCode, logInWithCode, loginCodesTo } = makeWorld();
    const { email } = await verifiedAccount();
    const responses = await Promise.all(Array.from({ length: 50 }, () => requestLoginCode({ email })));
    expect(countStatuses(responses)).toEqual({ 200: 50 });
    expect(loginCodesTo(email)).toHaveLength(1);
    expect((await logInWithCode({ email, code: loginCodesTo(email)[0] })).status).toBe(200);
  });

  test('an outage of mail does not count: the code arrives when it is over, and the limits are unchanged', async () => {
    const { verifiedAccount, requestLoginCode, logInWithCode, breakMail, deliverMails, loginCodesTo } = makeWorld();
    const { email } = await verifiedAccount();
    breakMail(true);
    expect((await requestLoginCode({ email })).body).toStrictEqual(REQUESTED);
    for (let n = 0; n < 7; n++) await deliverMails();
    breakMail(false);
    await deliverMails();
    expect(loginCodesTo(email)).toHaveLength(1);
    expect((await codesItemOf(email))?.['sentAtMs']).toHaveLength(1);
    expect((await logInWithCode({ email, code: loginCodesTo(email)[0] })).status).toBe(200);
  });

  test('while requests cannot be queued, known and unknown addresses get the same 503', async () => {
    const { verifiedAccount, requestLoginCode, breakMailQueue } = makeWorld();
    const { email } = await verifiedAccount();
    breakMailQueue(true);
    for (const address of [email, newEmail()]) {
      const { status, body } = await requestLoginCode({ email: address });
      expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    }
  });
});

describe('log-in-with-code: refusals', () => {
  test('a code for one purpose fits no other', async () => {
    const { signUp, verifyEmail, verifiedAccount, codeTo, newLoginCode, logInWithCode } = makeWorld();
    const pending = newEmail();
    await signUp({ email: pending, password: PASSWORD });
    expect((await logInWithCode({ email: pending, code: codeTo(pending) })).body).toStrictEqual(INVALID_CODE);
    expect((await verifyEmail({ email: pending, code: codeTo(pending) })).status).toBe(200);

    const { email } = await verifiedAccount();
    const loginCode = await newLoginCode(email);
    expect((await verifyEmail({ email, code: loginCode })).body).toStrictEqual(INVALID_CODE);
    expect((await logInWithCode({ email, code: loginCode })).status).toBe(200);
  });

  test('the code of another account is wrong, and unknown addresses get the same response', async () => {
    const { verifiedAccount, newLoginCode, logInWithCode } = makeWorld();
    const [one, other] = [await verifiedAccount(), await verifiedAccount()];
    await newLoginCode(one.email);
    const code = await newLoginCode(other.email);
    for (const email of [one.email, newEmail()]) {
      const refused = await logInWithCode({ email, code: otherThan(otherThan(code)) });
      expect(refused.body).toStrictEqual(INVALID_CODE);
    }
  });

  test.each([
    [5, 0],
    [2, 3],
    [0, 5],
  ])('%i wrong codes from the own network and %i from elsewhere use it up: five in all', async (own, others) => {
    const { verifiedAccount, newLoginCode, logInWithCode } = makeWorld();
    const home = { sourceIp: newAddress() };
    const guess = async (email: string, code: string, counts: readonly [number, number]) => {
      const wrong = { email, code: otherThan(code) };
      for (let n = 0; n < counts[1]; n++) await logInWithCode(wrong, { sourceIp: newAddress() });
      for (let n = 0; n < counts[0]; n++) await logInWithCode(wrong, home);
    };
    const { email } = await verifiedAccount();
    const used = await newLoginCode(email, home);
    await guess(email, used, [own, others]);
    expect((await logInWithCode({ email, code: used }, home)).body).toStrictEqual(INVALID_CODE);

    // One fewer leaves the fifth try, even to somebody elsewhere.
    const { email: other } = await verifiedAccount();
    const code = await newLoginCode(other, home);
    await guess(other, code, own > 0 ? [own - 1, others] : [own, others - 1]);
    expect((await logInWithCode({ email: other, code }, { sourceIp: newAddress() })).status).toBe(200);
  });

  test('a value other than six digits is refused, and costs no try', async () => {
    const { verifiedAccount, newLoginCode, logInWithCode } = makeWorld();
    const { email } = await verifiedAccount();
    const code = await newLoginCode(email);
    for (const entered of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
      expect((await logInWithCode({ email, code: entered })).status).toBe(400);
    }
    expect((await codesItemOf(email))?.['codes']).toMatchObject([{ tries: 0 }]);
    expect((await logInWithCode({ email, code })).status).toBe(200);
  });

  test('every problem of a request is named at once', async () => {
    const { requestLoginCode, logInWithCode } = makeWorld();
    expect((await logInWithCode({ email: 'nobody' })).body.details.map(({ path }: { path: string }) => path)).toEqual([
      'email',
      'code',
    ]);
    expect((await requestLoginCode({})).body).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('a refused code is recorded with the account that it was tried for', async () => {
    const { verifiedAccount, newLoginCode, logInWithCode, lines } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const code = await newLoginCode(email);
    lines.length = 0;
    await logInWithCode({ email, code: otherThan(code) });
    const refused = lines.filter((line) => line.includes('"CODE_REFUSED"'));
    expect(refused).toHaveLength(1);
    expect(refused[0]).toContain(userId);
  });
});

describe('log-in-with-code: at the same moment', () => {
  test('of 100 right codes, one begins a session', { tags: ['load'] }, async () => {
    const { verifiedAccount, newLoginCode, logInWithCode } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const code = await newLoginCode(email);
    const responses = await manyAtOnce(100, () => logInWithCode({ email, code }));
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: 99 });
    expect(await sessionsOf(userId)).toHaveLength(1);
  });

  test('of 200 wrong codes, five are compared, and then the right one is refused too', { tags: ['load'] }, async () => {
    const { verifiedAccount, newLoginCode, logInWithCode } = makeWorld();
    const { email } = await verifiedAccount();
    const home = { sourceIp: newAddress() };
    const code = await newLoginCode(email, home);
    const responses = await manyAtOnce(200, (n) =>
      logInWithCode(
        { email, code: String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0') },
        n % 5 === 0 ? home : {},
      ),
    );
    expect(countStatuses(responses)).toEqual({ 400: 200 });
    expect((await codesItemOf(email))?.['codes']).toMatchObject([{ tries: 5 }]);
    expect((await logInWithCode({ email, code }, home)).body).toStrictEqual(INVALID_CODE);
  });
});

describe('log-in-with-code: when every session of the account ends', () => {
  const endAll = (accountId: string, email: string) =>
    serviceTable().transact(endEverySession(accountId, emailKey(email)));

  test('codes that were mailed before are invalid, and the next one works', async () => {
    const { verifiedAccount, newLoginCode, logInWithCode, pass } = makeWorld();
    const { email, userId } = await verifiedAccount();
    const code = await newLoginCode(email);
    await endAll(userId, email);
    expect((await logInWithCode({ email, code })).body).toStrictEqual(INVALID_CODE);
    pass(MINUTE);
    const login = await logInWithCode({ email, code: await newLoginCode(email) });
    expect(await meStatus(login)).toBe(200);
  });

  test('a log-in in progress, whose code was right, gets no session', async () => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    const code = await world.newLoginCode(email);
    const ended = Promise.withResolvers<void>();
    const slow = makeWorld({
      ...world.table,
      get: async (key) => {
        if (key.sk === ACCESS_SORT_KEY) await ended.promise;
        return world.table.get(key);
      },
      transact: async (operations) => {
        await asTest(() => endAll(userId, email));
        ended.resolve();
        return world.table.transact(operations);
      },
    });
    Object.assign(slow.secrets, world.secrets);
    const login = await slow.logInWithCode({ email, code });
    expect(login.body).toStrictEqual(INVALID_CODE);
    expect(login.setCookies).toEqual([]);
    expect(await sessionsOf(userId)).toEqual([]);
    expect((await world.logInWithCode({ email, code })).body).toStrictEqual(INVALID_CODE);
  });
});
