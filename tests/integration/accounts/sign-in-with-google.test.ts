import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { handler as readMeHandler } from '#functions/api/accounts/read-me';
import { readMe } from '#functions/api/accounts/read-me.contract';
import { emailKey } from '#shared/auth/accounts/email-key';
import { endEverySession } from '#shared/auth/sessions/access';
import { PENDING_POLICY } from '#shared/auth/sign-up/pending-sign-up';
import { serviceTable } from '#shared/db/client';
import { loadWallet } from '#shared/wallet/wallet';
import { publishTestSigningKeys } from '#tests/support/accounts';
import { subjectOf } from '#tests/support/local-issuer';
import { googleContainer, recordOf, useIssuer } from './google-world.ts';
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

const { issuer } = useIssuer();

const signIn = async (email: string) => googleContainer().signIn(await issuer().idToken(email));

const walletsOf = async (accountId: string) => {
  const balance = async (environment: 'sandbox' | 'live') =>
    (await loadWallet(serviceTable(), { accountId, environment })).balanceKobo;
  return { sandbox: await balance('sandbox'), live: await balance('live') };
};

const me = async ({ cookies }: ReadResponse) => {
  await publishTestSigningKeys();
  return call(readMeHandler, readMe, { headers: { authorization: `Bearer ${cookies['token']}` } });
};

describe('an address that is new', () => {
  test('becomes a verified account with the names that Google knows, both wallets and a session', async () => {
    const email = newEmail();
    const response = await signIn(email.toUpperCase());
    expect(response.status).toBe(200);
    const { userId } = response.body.data;
    expect(response.body).toStrictEqual({ success: true, message: 'Signed in.', data: { userId } });
    expect(Object.keys(response.cookies)).toEqual(['token', 'refreshToken', 'svc_session']);
    const { body } = await me(response);
    const profile = { firstName: 'Ada', lastName: 'Obi', companyName: null, phone: null };
    expect(body.data).toMatchObject({ userId, email, ...profile });
    expect(await walletsOf(userId)).toEqual({ sandbox: 10_000_000, live: 0 });
  });

  test.each([
    ['none', { given_name: undefined, family_name: undefined }],
    ['empty names', { given_name: ' ', family_name: '' }],
    ['names that no profile can have', { given_name: 'x'.repeat(101), family_name: 7 }],
  ])('is welcome without names: %s', async (_, claims) => {
    const response = await googleContainer().signIn(await issuer().idToken(newEmail(), { claims }));
    expect(response.status).toBe(200);
    expect((await me(response)).body.data).toMatchObject({ firstName: null, lastName: null });
  });

  test('has no password until its owner sets one through a mailed link, and is then asked again whose Google account it is', async () => {
    const email = newEmail();
    const { userId } = (await signIn(email)).body.data;
    const world = makeWorld();
    expect((await world.logIn({ email, password: PASSWORD })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await world.resetPassword({ token: await world.newResetToken(email), password: PASSWORD })).status).toBe(
      200,
    );
    expect((await world.logIn({ email, password: PASSWORD })).body.data).toEqual({ userId });
    expect((await world.logInWithCode({ email, code: await world.newLoginCode(email) })).body.data).toEqual({ userId });
    const asked = await signIn(email);
    expect([asked.body.data, asked.cookies]).toEqual([{ userId }, {}]);
  });

  test('is one account with one opening credit, however many sign-ins arrive at the same moment', async () => {
    const email = newEmail();
    const { signIn: tryIn } = googleContainer();
    const idTokens = await Promise.all(Array.from({ length: 20 }, () => issuer().idToken(email)));
    const responses = await manyAtOnce(20, (n) => tryIn(idTokens[n]));
    expect(countStatuses(responses)).toEqual({ 200: 20 });
    const [userId, ...others] = new Set(responses.map(({ body }) => body.data.userId));
    expect(others).toEqual([]);
    expect((await walletsOf(userId)).sandbox).toBe(10_000_000);
    expect(await sessionsOf(userId)).toHaveLength(20);
  });

  test('has no password: none logs in, and the refusal is the usual one', async () => {
    const email = newEmail();
    await signIn(email);
    const { logIn } = makeWorld();
    const { status, body } = await logIn({ email, password: PASSWORD });
    expect([status, body.code]).toEqual([401, 'INVALID_CREDENTIALS']);
  });

  test('cannot be signed up for any more', async () => {
    const email = newEmail();
    await signIn(email);
    const { status, body } = await makeWorld().signUp({ email, password: PASSWORD });
    expect([status, body.code]).toEqual([409, 'EMAIL_TAKEN']);
  });
});

/** A sign-in with a Google account whose address Google hosts. */
const signInHosted = async (email: string, claims: object = {}) =>
  googleContainer().signIn(await issuer().idToken(email, { claims: { hd: 'example.com', ...claims } }));

const newGmail = (): string => newEmail().replace('@example.com', '@gmail.com');

describe('an address with an account that Google hosts', () => {
  test('keeps its account, with its password, profile and money', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email, password, userId } = await verifiedAccount();
    const response = await signInHosted(email);
    expect(response.body.data).toEqual({ userId });
    expect((await me(response)).body.data).toMatchObject({ userId, firstName: null });
    expect((await logIn({ email, password })).status).toBe(200);
    expect((await walletsOf(userId)).sandbox).toBe(10_000_000);
  });

  test('keeps its account at Gmail', async () => {
    const { email, userId } = await makeWorld().verifiedAccount(newGmail());
    const response = await signIn(email);
    expect((await me(response)).body.data).toMatchObject({ userId });
  });

  test('gets a valid session although all earlier ones were ended', async () => {
    const email = newEmail();
    const { userId } = (await signIn(email)).body.data;
    await serviceTable().transact(endEverySession(userId, emailKey(email)));
    const response = await signIn(email);
    expect((await me(response)).status).toBe(200);
  });

  test('gets in although its log-in is locked, because no password is involved', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email } = await verifiedAccount();
    for (let wrong = 0; wrong < 10; wrong++) await logIn({ email, password: 'not the one at all' });
    expect((await logIn({ email, password: PASSWORD })).status).toBe(429);
    expect(Object.keys((await signInHosted(email)).cookies)).toHaveLength(3);
  });

  test.each([
    ['by the ending alone', 'notgmail.com', {}],
    ['by the beginning alone', 'gmail.com.example.com', {}],
    ['by an empty domain', 'example.com', { hd: '' }],
    ['by a domain that is not a text', 'example.com', { hd: true }],
  ])('is not recognised %s', async (_, domain, claims) => {
    const { email } = await makeWorld().verifiedAccount(newEmail().replace('@example.com', `@${domain}`));
    const { status, cookies } = await googleContainer().signIn(await issuer().idToken(email, { claims }));
    expect([status, cookies]).toEqual([200, {}]);
  });
});

describe('an address with an account that Google does not host', () => {
  test('is signed in to only with the code that was mailed to it, together with the same token', async () => {
    const world = makeWorld();
    const { email, password, userId } = await world.verifiedAccount();
    const container = googleContainer({ world });
    const idToken = await issuer().idToken(email);
    const asked = await container.signIn(idToken);
    expect([asked.status, asked.body.data, asked.cookies]).toEqual([200, { userId }, {}]);
    expect(await sessionsOf(userId)).toEqual([]);
    const [code = ''] = world.loginCodesTo(email);
    const wrong = await container.signIn(idToken, otherThan(code));
    expect([wrong.status, wrong.body.code, wrong.cookies]).toEqual([400, 'INVALID_CODE', {}]);
    const linked = await container.signIn(idToken, code);
    expect((await me(linked)).body.data).toMatchObject({ userId });
    expect((await me(await signIn(email))).body.data).toMatchObject({ userId });
    expect((await world.logIn({ email, password })).status).toBe(200);
  });

  test('is not linked when its owner logs in independently, by password or by code', async () => {
    const world = makeWorld();
    const { email, password } = await world.verifiedAccount();
    await googleContainer({ world }).signIn(await issuer().idToken(email));
    await world.logIn({ email, password });
    const [code] = world.loginCodesTo(email);
    expect((await world.logInWithCode({ email, code })).status).toBe(200);
    expect((await signIn(email)).cookies).toEqual({});
  });

  test('has its code used up and its tries counted as at a log-in', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const container = googleContainer({ world });
    const idToken = await issuer().idToken(email);
    await container.signIn(idToken);
    const [code = ''] = world.loginCodesTo(email);
    for (let guess = 0; guess < 5; guess++) await container.signIn(idToken, otherThan(code));
    const { status, body } = await container.signIn(idToken, code);
    expect([status, body.code]).toEqual([400, 'INVALID_CODE']);
  });

  test('is asked again by the next token if the code could not be ordered', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const container = googleContainer({ world });
    const idToken = await issuer().idToken(email);
    container.breakOrders(true);
    expect((await container.signIn(idToken)).status).toBeGreaterThanOrEqual(500);
    container.breakOrders(false);
    expect((await container.signIn(idToken)).status).toBe(200);
    expect(world.loginCodesTo(email)).toHaveLength(1);
  });

  test('is asked again after a new password, because a stranger may have made the account', async () => {
    const world = makeWorld();
    const email = newEmail();
    const { userId } = (await signIn(email)).body.data;
    await world.resetPassword({ token: await world.newResetToken(email), password: PASSWORD });
    const container = googleContainer({ world });
    expect((await container.signIn(await issuer().idToken(email))).cookies).toEqual({});
    const [code] = world.loginCodesTo(email);
    const linked = await container.signIn(await issuer().idToken(email), code);
    expect((await me(linked)).body.data).toMatchObject({ userId });
  });
});

describe('a Google account', () => {
  test('signs in to the account that it is linked to, even after its address has changed', async () => {
    const email = newEmail();
    const { userId } = (await signIn(email)).body.data;
    const claims = { sub: subjectOf(email) };
    const other = await makeWorld().verifiedAccount();
    for (const changed of [newEmail(), other.email]) {
      const response = await googleContainer().signIn(await issuer().idToken(changed, { claims }));
      expect((await me(response)).body.data).toMatchObject({ userId, email });
    }
  });

  test('does not get in through an address that another is linked to, even if Google hosts it', async () => {
    const world = makeWorld();
    const email = newGmail();
    const { userId } = (await signIn(email)).body.data;
    const claims = { sub: 'another' };
    const stranger = await googleContainer({ world }).signIn(await issuer().idToken(email, { claims }));
    expect([stranger.status, stranger.body.data, stranger.cookies]).toEqual([200, { userId }, {}]);
    expect((await me(await signIn(email))).body.data).toMatchObject({ userId });
  });

  test('replaces the one that was linked, with a mailed code', async () => {
    const world = makeWorld();
    const email = newEmail();
    await signIn(email);
    const claims = { sub: randomUUID() };
    const code = await world.newLoginCode(email);
    const replaced = await googleContainer({ world }).signIn(await issuer().idToken(email, { claims }), code);
    expect(Object.keys(replaced.cookies)).toHaveLength(3);
    expect((await signIn(email)).cookies).toEqual({});
  });
});

describe('an ID token is used once', () => {
  const expectUsed = ({ status, body, cookies }: ReadResponse) =>
    expect([status, body.code, cookies]).toEqual([401, 'INVALID_ID_TOKEN', {}]);

  test.each([
    ['for a new account', async () => newEmail(), {}],
    ['for an account that it links', async () => (await makeWorld().verifiedAccount()).email, { hd: 'example.com' }],
    ['for an account that it asks', async () => (await makeWorld().verifiedAccount()).email, {}],
    ['by its hash if it has no id', async () => newEmail(), { jti: undefined }],
  ])('%s', async (_, address, claims) => {
    const idToken = await issuer().idToken(await address(), { claims });
    expect((await googleContainer().signIn(idToken)).status).toBe(200);
    expectUsed(await googleContainer().signIn(idToken));
  });

  test('however its signature is spelled', async () => {
    const idToken = await issuer().idToken(newEmail(), { claims: { jti: undefined } });
    const respelled = `${idToken.slice(0, -1)}${idToken.endsWith('w') ? 'x' : String.fromCharCode(idToken.charCodeAt(idToken.length - 1) + 1)}`;
    expect((await googleContainer().signIn(idToken)).status).toBe(200);
    expectUsed(await googleContainer().signIn(respelled));
  });

  test('even with a code', async () => {
    const world = makeWorld();
    const { email } = await world.verifiedAccount();
    const idToken = await issuer().idToken(email);
    const code = await world.newLoginCode(email);
    const container = googleContainer({ world });
    expect(Object.keys((await container.signIn(idToken, code)).cookies)).toHaveLength(3);
    expectUsed(await container.signIn(idToken, code));
    expectUsed(await container.signIn(idToken));
  });

  test('of any number of uses at the same moment, one begins a session', async () => {
    const idToken = await issuer().idToken(newEmail());
    const { signIn: tryIn } = googleContainer();
    const responses = await manyAtOnce(10, () => tryIn(idToken));
    expect(countStatuses(responses)).toEqual({ 200: 1, 401: 9 });
    const { userId } = responses.find(({ status }) => status === 200)?.body.data ?? {};
    expect(await sessionsOf(userId)).toHaveLength(1);
  });
});

describe("an address with sign-ups that wait for their code, any of which may be a stranger's", () => {
  test('gets the account, without their passwords, profiles and codes', async () => {
    const { signUp, verifyEmail, logIn, codesTo } = makeWorld();
    const email = newEmail();
    const stranger = await signUp({ email, password: "the stranger's own words", firstName: 'Mallory', phone: '+1' });
    await signUp({ email, password: 'a second password here', firstName: 'Trudy' });
    const response = await signIn(email);
    expect(response.body.data.userId).toBe(stranger.body.data.userId);
    expect((await me(response)).body.data).toMatchObject({ firstName: 'Ada', phone: null });

    for (const code of codesTo(email)) {
      const { status, body } = await verifyEmail({ email, code });
      expect([status, body.code]).toEqual([400, 'INVALID_CODE']);
    }
    for (const password of ["the stranger's own words", 'a second password here']) {
      expect((await logIn({ email, password })).status).toBe(401);
    }
    expect(await recordOf(email)).not.toHaveProperty('waiting');
    expect(await recordOf(email)).not.toHaveProperty('passwordHash');
  });

  test('gets a new account if they have expired', async () => {
    const { signUp, pass } = makeWorld();
    const email = newEmail();
    pass(-PENDING_POLICY.keptSeconds - 1);
    const { userId } = (await signUp({ email, password: PASSWORD })).body.data;
    const response = await signIn(email);
    expect(response.status).toBe(200);
    expect(response.body.data.userId).not.toBe(userId);
    expect((await me(response)).status).toBe(200);
  });

  test('gets one account with one opening credit if the code is entered at the same moment', async () => {
    for (let round = 0; round < 5; round++) {
      const { signUp, verifyEmail, codeTo } = makeWorld();
      const email = newEmail();
      const { userId } = (await signUp({ email, password: PASSWORD })).body.data;
      const [entered, ...signedIn] = await Promise.all([
        verifyEmail({ email, code: codeTo(email) }),
        signIn(email),
        signIn(email),
      ]);
      expect([200, 400]).toContain(entered.status);
      expect(signedIn.map(({ status, body }) => [status, body.data.userId])).toEqual(Array(2).fill([200, userId]));
      const record = await recordOf(email);
      expect(record).toMatchObject({ status: 'verified', accountId: userId });
      expect('passwordHash' in (record ?? {})).toBe(entered.status === 200);
      expect((await walletsOf(userId)).sandbox).toBe(10_000_000);
    }
  });
});
