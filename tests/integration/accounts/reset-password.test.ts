import { describe, expect, test } from 'vitest';
import { handler as readMe } from '#functions/api/accounts/read-me';
import { emailKey } from '#shared/auth/accounts/email-key';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { callerKeys } from '#shared/http/caller/keys';
import { apiKeyFor } from '#tests/support/accounts';
import { asTest } from '#tests/support/function-access';
import {
  call,
  countStatuses,
  makeWorld,
  manyAtOnce,
  newEmail,
  PASSWORD,
  type ReadResponse,
  sessionsOf,
} from './world.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const NEW_PASSWORD = 'five other plain words here';

const REQUESTED = {
  success: true,
  message: 'If there is an account with this address, a password reset link is on its way.',
};

const RESET = { success: true, message: 'Your new password is set. Use it to log in.' };

const INVALID_TOKEN = {
  success: false,
  status: 'error',
  message: 'The token is wrong, expired or already used. Request a new one.',
  code: 'INVALID_TOKEN',
};

const meStatus = async ({ cookies }: ReadResponse): Promise<number> => {
  const headers = { authorization: `Bearer ${cookies['token']}` };
  return (await call(readMe, { method: 'GET', route: '/v1/me' }, { headers })).status;
};

const mailsItemOf = (email: string) => serviceTable().get(authKeys.resetMails(emailKey(email)));

describe('reset-password: promises', () => {
  test('the mailed token sets the password; the old one no longer works, and the owner is notified', async () => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    const token = await world.newResetToken(email);
    const reset = await world.resetPassword({ token: ` ${token} `, password: NEW_PASSWORD });
    expect(reset.status).toBe(200);
    expect(reset.body).toStrictEqual(RESET);
    expect((await world.logIn({ email, password: PASSWORD })).status).toBe(401);
    const login = await world.logIn({ email, password: NEW_PASSWORD });
    expect(login.body.data).toStrictEqual({ userId });
    expect(await meStatus(login)).toBe(200);
    expect(world.changeMails.map(({ to }) => to)).toEqual([email]);
  });

  test('every session ends with its access and refresh tokens, and API keys stay', async () => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    const key = await apiKeyFor({ accountId: userId });
    const keyItem = () => serviceTable().get(callerKeys.apiKeyPairs(userId, 'sandbox'));
    const before = await keyItem();
    expect(key).toBeDefined();
    const logins = [];
    for (let n = 0; n < 3; n++) logins.push(await world.logIn({ email, password: PASSWORD }));
    await world.resetPassword({ token: await world.newResetToken(email), password: NEW_PASSWORD });
    for (const login of logins) {
      expect(await meStatus(login)).toBe(401);
      expect((await world.refresh({ refreshToken: login.cookies['refreshToken'] })).status).toBe(401);
    }
    expect(await keyItem()).toStrictEqual(before);
  });

  test('it unlocks an address that wrong passwords locked', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    for (let n = 0; n < 10; n++) await world.logIn({ email, password: 'not the password' });
    expect((await world.logIn({ email, password: PASSWORD })).status).toBe(429);
    await world.resetPassword({ token: await world.newResetToken(email), password: NEW_PASSWORD });
    expect((await world.logIn({ email, password: NEW_PASSWORD })).status).toBe(200);
  });

  test('login codes that were mailed before are invalid', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const code = await world.newLoginCode(email);
    await world.resetPassword({ token: await world.newResetToken(email), password: NEW_PASSWORD });
    expect((await world.logInWithCode({ email, code })).body.code).toBe('INVALID_CODE');
  });

  test('a token works once, for 30 minutes, and until another one is used', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const first = await world.newResetToken(email);
    world.pass(MINUTE);
    const second = await world.newResetToken(email);
    world.pass(29 * MINUTE - 1);
    expect((await world.resetPassword({ token: first, password: NEW_PASSWORD })).status).toBe(200);
    for (const token of [first, second]) {
      const refused = await world.resetPassword({ token, password: 'yet another password here' });
      expect(refused.status).toBe(400);
      expect(refused.body).toStrictEqual(INVALID_TOKEN);
    }
    const third = await world.newResetToken(email);
    world.pass(30 * MINUTE);
    expect((await world.resetPassword({ token: third, password: NEW_PASSWORD })).body).toStrictEqual(INVALID_TOKEN);
    expect((await world.logIn({ email, password: NEW_PASSWORD })).status).toBe(200);
  });

  test("the token has 256 bits, is stored only as a hash, appears in no log line, and is in the fragment of the page's address", async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const token = await world.newResetToken(email);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(world.resetMails[0]?.data.address).toBe(`https://app.example.com/reset-password#token=${token}`);
    expect(await serviceTable().get(authKeys.resetToken(token))).toBeUndefined();
    expect(JSON.stringify(await mailsItemOf(email))).not.toContain(token);
    await world.resetPassword({ token, password: NEW_PASSWORD });
    for (const secret of [token, NEW_PASSWORD, email]) expect(world.lines.join('\n')).not.toContain(secret);
  });

  test('the password is set although its owner cannot be notified', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const token = await world.newResetToken(email);
    world.breakMailQueue(true);
    expect((await world.resetPassword({ token, password: NEW_PASSWORD })).status).toBe(200);
    expect(world.lines.filter((line) => line.includes('"MAIL_FAILED"'))).toHaveLength(1);
    expect((await world.logIn({ email, password: NEW_PASSWORD })).status).toBe(200);
  });
});

describe('forgot-password: promises', () => {
  test('unknown and unverified addresses get the same response, and no mail', async () => {
    const { signUp, verifiedAccount, forgotPassword, resetMails } = makeWorld();
    const { email: verified } = await verifiedAccount();
    const pending = newEmail();
    await signUp({ email: pending, password: PASSWORD });
    const responses = [];
    for (const email of [verified, pending, newEmail()]) responses.push(await forgotPassword({ email }));
    for (const { status, body, headers } of responses) {
      expect(status).toBe(200);
      expect(body).toStrictEqual(REQUESTED);
      expect(Object.keys(headers)).toEqual(Object.keys(responses[0]?.headers ?? {}));
    }
    expect(resetMails.map(({ to }) => to)).toEqual([verified]);
  });

  test('one mail a minute and five an hour; login codes are counted separately', async () => {
    const { verifiedAccount, forgotPassword, requestLoginCode, resetMails, loginMails, pass } = makeWorld();
    const { email } = await verifiedAccount();
    await requestLoginCode({ email });
    for (let n = 0; n < 2; n++) await forgotPassword({ email });
    expect([resetMails.length, loginMails.length]).toEqual([1, 1]);
    for (let n = 0; n < 10; n++) {
      pass(MINUTE);
      await forgotPassword({ email });
    }
    expect(resetMails).toHaveLength(5);
    pass(HOUR);
    await forgotPassword({ email });
    expect(resetMails).toHaveLength(6);
  });

  test('of 50 at the same moment, one mails a token, which works', async () => {
    const { verifiedAccount, forgotPassword, resetPassword, resetTokensTo } = makeWorld();
    const { email } = await verifiedAccount();
    const responses = await Promise.all(Array.from({ length: 50 }, () => forgotPassword({ email })));
    expect(countStatuses(responses)).toEqual({ 200: 50 });
    expect(resetTokensTo(email)).toHaveLength(1);
    expect((await resetPassword({ token: resetTokensTo(email)[0], password: NEW_PASSWORD })).status).toBe(200);
  });

  test('an outage of mail does not count, and the link arrives when it is over, within its 30 minutes', async () => {
    const { verifiedAccount, forgotPassword, resetPassword, breakMail, deliverMails, resetTokensTo, pass } =
      makeWorld();
    const { email } = await verifiedAccount();
    breakMail(true);
    expect((await forgotPassword({ email })).body).toStrictEqual(REQUESTED);
    for (let n = 0; n < 7; n++) await deliverMails();
    breakMail(false);
    pass(29 * MINUTE);
    await deliverMails();
    expect(resetTokensTo(email)).toHaveLength(1);
    expect((await mailsItemOf(email))?.['sentAtMs']).toHaveLength(1);
    expect((await resetPassword({ token: resetTokensTo(email)[0], password: NEW_PASSWORD })).status).toBe(200);
  });
});

describe('reset-password: refusals', () => {
  test('tokens that are unknown, malformed or of another kind get one response', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const login = await world.logIn({ email, password: PASSWORD });
    const code = await world.newLoginCode(email);
    const tokens = ['A'.repeat(43), 'x', '', code, '__proto__', String(login.cookies['refreshToken'])];
    for (const token of tokens) {
      const refused = await world.resetPassword({ token, password: NEW_PASSWORD });
      expect(refused.body).toStrictEqual(INVALID_TOKEN);
    }
  });

  test('a password that is not allowed is refused, and the token stays valid', async () => {
    const { verifiedAccount, newResetToken, resetPassword } = makeWorld();
    const { email } = await verifiedAccount();
    const token = await newResetToken(email);
    for (const password of ['short', 'password123', 'x'.repeat(129)]) {
      const refused = await resetPassword({ token, password });
      expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ path: 'password' }] });
    }
    expect((await resetPassword({ token, password: NEW_PASSWORD })).status).toBe(200);
  });
});

describe('reset-password: at the same moment', () => {
  test('of 30 uses of two tokens, one sets the password, which works', async () => {
    const { verifiedAccount, newResetToken, resetPassword, logIn, pass } = makeWorld();
    const { email } = await verifiedAccount();
    const tokens = [await newResetToken(email)];
    pass(MINUTE);
    tokens.push(await newResetToken(email));
    const passwordOf = (n: number): string => `the ${n}th of many passwords`;
    const responses = await manyAtOnce(30, (n) => resetPassword({ token: tokens[n % 2], password: passwordOf(n) }));
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: 29 });
    const accepted = responses.findIndex(({ status }) => status === 200);
    expect((await logIn({ email, password: passwordOf(accepted) })).status).toBe(200);
  });

  /** A table that resets the password just before a session is written. */
  const resettingJustBefore = (table: Table, reset: () => Promise<unknown>): Table => ({
    ...table,
    write: async (operation) => {
      if (operation.kind === 'put' && operation.item.sk === 'SESSION') await asTest(reset);
      return table.write(operation);
    },
  });

  test('a session that begins with the old password at this moment is not valid', async () => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    const token = await world.newResetToken(email);
    const reset = () => world.resetPassword({ token, password: NEW_PASSWORD });
    const slow = makeWorld(resettingJustBefore(world.table, reset));
    Object.assign(slow.secrets, world.secrets);
    const login = await slow.logIn({ email, password: PASSWORD });
    expect(login.cookies['token'] === undefined ? 401 : await meStatus(login)).toBe(401);
    expect((await world.refresh({ refreshToken: login.cookies['refreshToken'] ?? '' })).status).toBe(401);
    expect((await world.logIn({ email, password: NEW_PASSWORD })).body.data.userId).toBe(userId);
    expect((await sessionsOf(userId)).length).toBeGreaterThan(0);
  });
});
