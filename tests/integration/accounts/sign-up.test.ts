import { describe, expect, test } from 'vitest';
import { emailKey } from '#shared/auth/accounts/email-key';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { countStatuses, losingResponses, makeWorld, newEmail, PASSWORD } from './world.ts';

const HOUR_SECONDS = 3600;

describe('sign-up: promises', () => {
  test('an account is created and its code is mailed, without tokens', async () => {
    const { signUp, mails, now } = makeWorld();
    const email = newEmail();
    const response = await signUp({ email: `  ${email.toUpperCase()} `, password: PASSWORD, firstName: 'Ada' });
    expect(response.status).toBe(201);
    expect(response.body).toStrictEqual({
      success: true,
      message: 'Account created. Enter the code that we sent to your email address.',
      data: { userId: expect.stringMatching(/^usr_[0-9A-HJKMNP-TV-Z]{26}$/), requiresVerification: true },
    });
    expect(response.setCookies).toEqual([]);
    expect(mails).toEqual([
      {
        to: email,
        template: 'verificationCode',
        data: { code: expect.stringMatching(/^\d{6}$/), validMinutes: 10, signedUpAt: new Date(now()).toISOString() },
      },
    ]);
  });

  test('signing up again before verification is the same account, with its own code and the same response', async () => {
    const { signUp, codesTo } = makeWorld();
    const email = newEmail();
    const first = await signUp({ email, password: PASSWORD });
    const second = await signUp({ email, password: 'another password' });
    expect(second.status).toBe(201);
    expect(second.body).toStrictEqual(first.body);
    expect(codesTo(email)).toHaveLength(2);
  });

  test('neither password nor code is in the table or in the logs', async () => {
    const { signUp, codeTo, lines, table } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD, firstName: 'Ada', phone: '+2348012345678' });
    const item = await table.get(authKeys.signIn(emailKey(email)));
    const stored = JSON.stringify(item);
    expect(stored).not.toContain(PASSWORD);
    expect(stored).not.toContain(codeTo(email));
    for (const secret of [PASSWORD, codeTo(email), email, 'Ada', '+2348012345678']) {
      expect(lines.join('\n')).not.toContain(secret);
    }
  });

  test('many sign-ups of one address at the same moment make one account', async () => {
    const { signUp, mails } = makeWorld();
    const email = newEmail();
    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => signUp({ email, password: `${PASSWORD} ${n}` })),
    );
    expect(countStatuses(responses)).toEqual({ 201: 5, 429: 7 });
    expect(mails).toHaveLength(5);
    const ids = responses.filter(({ status }) => status === 201).map(({ body }) => body.data.userId);
    expect(new Set(ids).size).toBe(1);
  });

  test('an address that is not verified within seven days expires: the next sign-up is another account', async () => {
    const { signUp, pass, verifyEmail, codeTo, codesTo } = makeWorld();
    const email = newEmail();
    const first = await signUp({ email, password: PASSWORD });
    pass(7 * 24 * HOUR_SECONDS + 1);
    const second = await signUp({ email, password: PASSWORD });
    expect(second.status).toBe(201);
    expect(second.body.data.userId).not.toBe(first.body.data.userId);
    expect((await verifyEmail({ email, code: codesTo(email)[0] })).status).toBe(400);
    expect((await verifyEmail({ email, code: codeTo(email) })).body.data.userId).toBe(second.body.data.userId);
  });
});

describe('sign-up: refusals', () => {
  test('a verified address is taken', async () => {
    const { signUp, verifiedAccount, mails } = makeWorld();
    const { email } = await verifiedAccount();
    const response = await signUp({ email, password: 'another password' });
    expect(response.status).toBe(409);
    expect(response.body).toStrictEqual({
      success: false,
      status: 'error',
      message: 'An account with this email address already exists. Log in instead.',
      code: 'EMAIL_TAKEN',
    });
    expect(mails).toHaveLength(1);
  });

  test('every problem of the body is reported at once', async () => {
    const { signUp } = makeWorld();
    const response = await signUp({ email: 'nobody', password: 'short', firstName: 7 });
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('VALIDATION_FAILED');
    const paths = response.body.details.map(({ path }: { path: string }) => path);
    expect(new Set(paths)).toEqual(new Set(['email', 'password', 'firstName']));
  });

  test('a common password is refused by name', async () => {
    const { signUp, mails } = makeWorld();
    const response = await signUp({ email: newEmail(), password: 'Password123' });
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'password', message: 'This password is too common: choose another' }],
    });
    expect(mails).toEqual([]);
  });

  test('a sixth code within an hour is refused until the first of them is an hour old', async () => {
    const { signUp, pass, mails } = makeWorld();
    const email = newEmail();
    for (let n = 0; n < 5; n++) {
      expect((await signUp({ email, password: `${PASSWORD} ${n}` })).status).toBe(201);
      pass(60);
    }
    const refused = await signUp({ email, password: PASSWORD });
    expect(refused.status).toBe(429);
    expect(refused.body).toStrictEqual({
      success: false,
      message:
        'Too many codes were sent to this address. Wait for the number of seconds in Retry-After, then try again.',
    });
    expect(refused.headers['Retry-After']).toBe(String(HOUR_SECONDS - 5 * 60));
    expect(refused.headers['X-Error-Code']).toBe('TOO_MANY_CODES');
    pass(HOUR_SECONDS - 5 * 60);
    expect((await signUp({ email, password: PASSWORD })).status).toBe(201);
    expect(mails).toHaveLength(6);
  });

  test('sign-up, verification, re-send and login share one limit of 50 in 15 minutes per network address', async () => {
    const { resend, signUp, verifyEmail, logIn } = makeWorld();
    const sourceIp = '203.0.113.77';
    const email = newEmail();
    for (let n = 0; n < 50; n++) {
      const response = await resend({ email }, { sourceIp });
      expect(response.status).toBe(200);
      expect(response.headers['RateLimit-Limit']).toBe('50');
    }
    const refused = await Promise.all([
      signUp({ email, password: PASSWORD }, { sourceIp }),
      verifyEmail({ email, code: '123456' }, { sourceIp }),
      resend({ email }, { sourceIp }),
      logIn({ email, password: PASSWORD }, { sourceIp }),
    ]);
    for (const { status, body, headers } of refused) {
      expect(status).toBe(429);
      expect(Object.keys(body)).toEqual(['success', 'message']);
      expect(Number(headers['Retry-After'])).toBeGreaterThan(0);
    }
  });
});

describe('sign-up: when something fails', () => {
  test('a mail that cannot be queued is a 503, however often, and the same sign-up succeeds on retry', async () => {
    const { signUp, verifyEmail, logIn, breakMailQueue, codeTo, lines } = makeWorld();
    const email = newEmail();
    breakMailQueue(true);
    for (let n = 0; n < 8; n++) {
      const response = await signUp({ email, password: PASSWORD });
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    expect(lines.join('\n')).not.toContain(email);

    breakMailQueue(false);
    const healed = await signUp({ email, password: PASSWORD });
    expect(healed.status).toBe(201);
    expect((await verifyEmail({ email, code: codeTo(email) })).status).toBe(200);
    expect((await logIn({ email, password: PASSWORD })).body.data).toEqual({ userId: healed.body.data.userId });
  });

  test('an outage of mail is not reported: the code arrives when it is over', async () => {
    const { signUp, verifyEmail, breakMail, deliverMails, codeTo, mails, lines, pass } = makeWorld();
    const email = newEmail();
    breakMail(true);
    expect((await signUp({ email, password: PASSWORD })).status).toBe(201);
    pass(9 * 60);
    expect(mails).toHaveLength(0);
    expect(lines.some((line) => line.includes('"MAIL_FAILED"'))).toBe(true);
    expect(lines.join('\n')).not.toContain(email);
    breakMail(false);
    await deliverMails();
    expect((await verifyEmail({ email, code: codeTo(email) })).status).toBe(200);
  });

  test('a code that expired before it could be mailed is not mailed any more, and is counted', async () => {
    const { signUp, breakMail, deliverMails, queued, mails, lines, pass } = makeWorld();
    breakMail(true);
    await signUp({ email: newEmail(), password: PASSWORD });
    pass(10 * 60);
    breakMail(false);
    await deliverMails();
    expect(mails).toHaveLength(0);
    expect(queued).toHaveLength(0);
    expect(lines.filter((line) => line.includes('"MAIL_EXPIRED"'))).toHaveLength(1);
    expect(lines.some((line) => line.includes('"MailsExpired":1'))).toBe(true);
  });

  test('a sign-up whose response from the table was lost is one account after a retry', async () => {
    const table = losingResponses(serviceTable());
    const { signUp, verifyEmail, codeTo } = makeWorld(table);
    const email = newEmail();
    table.loseNext('SIGNIN');
    const lost = await signUp({ email, password: PASSWORD });
    expect(lost.status).toBe(503);
    expect(lost.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const again = await signUp({ email, password: PASSWORD });
    expect(again.status).toBe(201);
    const verified = await verifyEmail({ email, code: codeTo(email) });
    expect(verified.body.data.userId).toBe(again.body.data.userId);
  });
});
