import { describe, expect, test } from 'vitest';
import { handler as readMeHandler } from '#functions/api/accounts/read-me';
import { readMe } from '#functions/api/accounts/read-me.contract';
import { endEverySession } from '#shared/auth/access';
import { emailKey } from '#shared/auth/email-key';
import { PENDING_POLICY } from '#shared/auth/pending-sign-in';
import { serviceTable } from '#shared/db/client';
import { loadWallet } from '#shared/wallet/wallet';
import { publishTestSigningKeys } from '#tests/support/accounts';
import { googleContainer, recordOf, useIssuer } from './google-world.ts';
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
    ['empty ones', { given_name: ' ', family_name: '' }],
    ['ones that no profile can hold', { given_name: 'x'.repeat(101), family_name: 7 }],
  ])('is welcome without names: %s', async (_, claims) => {
    const response = await googleContainer().signIn(await issuer().idToken(newEmail(), { claims }));
    expect(response.status).toBe(200);
    expect((await me(response)).body.data).toMatchObject({ firstName: null, lastName: null });
  });

  test('has no password until its owner sets one by a mailed link, and keeps its sign-in with Google', async () => {
    const email = newEmail();
    const { userId } = (await signIn(email)).body.data;
    const world = makeWorld();
    expect((await world.logIn({ email, password: PASSWORD })).body.code).toBe('INVALID_CREDENTIALS');
    expect((await world.resetPassword({ token: await world.newResetToken(email), password: PASSWORD })).status).toBe(
      200,
    );
    expect((await world.logIn({ email, password: PASSWORD })).body.data).toEqual({ userId });
    expect((await world.logInWithCode({ email, code: await world.newLoginCode(email) })).body.data).toEqual({ userId });
    expect((await signIn(email)).body.data).toEqual({ userId });
  });

  test('is one account with one opening credit, however many sign-ins come at the same moment', async () => {
    const email = newEmail();
    const { signIn: tryIn } = googleContainer();
    const idToken = await issuer().idToken(email);
    const responses = await manyAtOnce(20, () => tryIn(idToken));
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

describe('an address with an account', () => {
  test('is the same account: its password, profile and money stay', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email, password, userId } = await verifiedAccount();
    const response = await signIn(email);
    expect(response.body.data).toEqual({ userId });
    expect((await me(response)).body.data).toMatchObject({ userId, firstName: null });
    expect((await logIn({ email, password })).status).toBe(200);
    expect((await walletsOf(userId)).sandbox).toBe(10_000_000);
  });

  test('whose sessions were all ended gets one that is valid', async () => {
    const email = newEmail();
    const { userId } = (await signIn(email)).body.data;
    await serviceTable().transact(endEverySession(userId, emailKey(email)));
    const response = await signIn(email);
    expect((await me(response)).status).toBe(200);
  });

  test('and with a log-in that is locked gets in all the same: a password is no part of it', async () => {
    const { verifiedAccount, logIn } = makeWorld();
    const { email } = await verifiedAccount();
    for (let wrong = 0; wrong < 10; wrong++) await logIn({ email, password: 'not the one at all' });
    expect((await logIn({ email, password: PASSWORD })).status).toBe(429);
    expect((await signIn(email)).status).toBe(200);
  });
});

describe("an address with sign-ups that wait for their code, any of which may be a stranger's", () => {
  test('becomes that account, without their passwords, profiles and codes', async () => {
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

  test('that have expired becomes a new account', async () => {
    const { signUp, pass } = makeWorld();
    const email = newEmail();
    pass(-PENDING_POLICY.keptSeconds - 1);
    const { userId } = (await signUp({ email, password: PASSWORD })).body.data;
    const response = await signIn(email);
    expect(response.status).toBe(200);
    expect(response.body.data.userId).not.toBe(userId);
    expect((await me(response)).status).toBe(200);
  });

  test('is one account with one opening credit when the code is entered at the same moment', async () => {
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
