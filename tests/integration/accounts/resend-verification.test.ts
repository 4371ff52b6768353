import { describe, expect, test } from 'vitest';
import { countStatuses, makeWorld, newEmail, PASSWORD } from './world.ts';

const ANSWER = { success: true, message: 'If this address has a pending sign-up, a new code is on its way.' };

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('resend-verification: promises', () => {
  test('a new code is mailed, and the previous code stays valid for its ten minutes', async () => {
    const { signUp, resend, verifyEmail, codesTo, codeTo, pass } = makeWorld();
    const [one, other] = [newEmail(), newEmail()];
    for (const email of [one, other]) await signUp({ email, password: PASSWORD });
    pass(10 * MINUTE - 1);
    for (const email of [one, other]) {
      const response = await resend({ email: ` ${email.toUpperCase()} ` });
      expect(response.status).toBe(200);
      expect(response.body).toStrictEqual(ANSWER);
    }
    expect((await verifyEmail({ email: one, code: codesTo(one)[0] })).status).toBe(200);
    pass(1);
    expect((await verifyEmail({ email: other, code: codesTo(other)[0] })).status).toBe(400);
    expect((await verifyEmail({ email: other, code: codeTo(other) })).status).toBe(200);
  });

  test.each([
    ['from the network where it was made', '203.0.113.1', 'first password'],
    ['from the network where another was made', '203.0.113.2', 'second password'],
    ['from any other network', '203.0.113.3', 'first password'],
  ])('requested %s, it is for the first sign-up made there, or the first of all', async (_, sourceIp, password) => {
    const { signUp, resend, verifyEmail, logIn, mails, codeTo, pass, now } = makeWorld();
    const email = newEmail();
    const madeAt = new Map<string, string>();
    for (const [index, name] of ['first password', 'second password', 'third password'].entries()) {
      madeAt.set(name, new Date(now()).toISOString());
      await signUp({ email, password: name }, { sourceIp: `203.0.113.${Math.min(2, index + 1)}` });
      pass(MINUTE);
    }
    await resend({ email }, { sourceIp });
    expect(mails.at(-1)?.data.signedUpAt).toBe(madeAt.get(password));
    expect((await verifyEmail({ email, code: codeTo(email) })).status).toBe(200);
    expect((await logIn({ email, password })).status).toBe(200);
  });

  test('unknown, verified and expired addresses get the same response, and no mail', async () => {
    const { signUp, resend, verifiedAccount, mails, pass } = makeWorld();
    const forgotten = newEmail();
    await signUp({ email: forgotten, password: PASSWORD });
    pass(8 * 24 * HOUR);
    const { email: verified } = await verifiedAccount();
    pass(MINUTE);
    const before = mails.length;
    for (const email of [newEmail(), verified, forgotten]) {
      const response = await resend({ email });
      expect(response.status).toBe(200);
      expect(response.body).toStrictEqual(ANSWER);
      expect(Object.keys(response.headers).sort()).toEqual(
        Object.keys((await resend({ email: newEmail() })).headers).sort(),
      );
    }
    expect(mails).toHaveLength(before);
  });

  test('one mail a minute, including the one of the sign-up', async () => {
    const { signUp, resend, mails, pass } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    pass(MINUTE - 1);
    expect((await resend({ email })).body).toStrictEqual(ANSWER);
    expect(mails).toHaveLength(1);
    pass(1);
    await resend({ email });
    await resend({ email });
    expect(mails).toHaveLength(2);
  });

  test('five codes an hour, including the one of the sign-up', async () => {
    const { signUp, resend, mails, pass } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    for (let n = 0; n < 10; n++) {
      pass(MINUTE);
      expect((await resend({ email })).status).toBe(200);
    }
    expect(mails).toHaveLength(5);
    pass(HOUR - 10 * MINUTE - 1);
    await resend({ email });
    expect(mails).toHaveLength(5);
    pass(1);
    await resend({ email });
    expect(mails).toHaveLength(6);
  });

  test('of 50 at the same moment, one mails a code, which works', async () => {
    const { signUp, resend, verifyEmail, mails, codeTo, pass } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    pass(MINUTE);
    const responses = await Promise.all(Array.from({ length: 50 }, () => resend({ email })));
    expect(countStatuses(responses)).toEqual({ 200: 50 });
    expect(mails).toHaveLength(2);
    expect((await verifyEmail({ email, code: codeTo(email) })).status).toBe(200);
  });
});

describe('resend-verification: refusals', () => {
  test('an invalid address', async () => {
    const { resend } = makeWorld();
    for (const body of [{}, { email: 'nobody' }, { email: 7 }]) {
      const response = await resend(body);
      expect(response.status).toBe(400);
      expect(response.body.code).toBe('VALIDATION_FAILED');
      expect(response.body.details[0].path).toBe('email');
    }
  });
});

describe('resend-verification: when something fails', () => {
  /** An address whose owner requests another code while the mail service is down. */
  const requestedInVain = async () => {
    const world = makeWorld();
    const email = newEmail();
    await world.signUp({ email, password: PASSWORD });
    world.pass(MINUTE);
    world.breakMail(true);
    return { ...world, email, answer: await world.resend({ email }) };
  };

  test('an outage of mail is not reported, and counts against nobody: the code arrives when it is over', async () => {
    const {
      email,
      answer: response,
      verifyEmail,
      breakMail,
      deliverMails,
      codeTo,
      mails,
      lines,
    } = await requestedInVain();
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual(ANSWER);
    for (let n = 0; n < 7; n++) await deliverMails();
    expect(lines.filter((line) => line.includes('"MAIL_FAILED"'))).toHaveLength(8);
    breakMail(false);
    await deliverMails();
    expect(mails).toHaveLength(2);
    expect((await verifyEmail({ email, code: codeTo(email) })).status).toBe(200);
  });

  test('a request that cannot be handled while its code would be valid has no effect, and the next one works', async () => {
    const { email, resend, breakMail, deliverMails, queued, mails, pass } = await requestedInVain();
    expect(queued).toHaveLength(1);
    pass(10 * MINUTE);
    breakMail(false);
    await deliverMails();
    expect(queued).toHaveLength(0);
    expect(mails).toHaveLength(1);
    await resend({ email });
    expect(mails).toHaveLength(2);
  });

  test('a request that arrives twice mails one code', async () => {
    const { breakMail, deliverMails, queued, mails } = await requestedInVain();
    queued.push(...queued);
    breakMail(false);
    await deliverMails();
    expect(mails).toHaveLength(2);
  });

  test('while requests cannot be queued, known and unknown addresses get the same 503', async () => {
    const { signUp, resend, breakMailQueue } = makeWorld();
    const email = newEmail();
    await signUp({ email, password: PASSWORD });
    breakMailQueue(true);
    for (const address of [email, newEmail()]) {
      const response = await resend({ email: address });
      expect(response.status).toBe(503);
      expect(response.body).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
  });
});
