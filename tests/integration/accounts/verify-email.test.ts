import { describe, expect, test } from 'vitest';
import { readAccount } from '#shared/auth/accounts/account';
import { emailKey } from '#shared/auth/accounts/email-key';
import { fromSignInItem } from '#shared/auth/accounts/sign-in';
import { authKeys } from '#shared/auth/keys';
import { serviceTable } from '#shared/db/client';
import { newId } from '#shared/platform/ids';
import { walletLists } from '#shared/wallet/keys';
import { loadWallet } from '#shared/wallet/wallet';
import { newAddress } from '#tests/integration/kit/test-kit';
import type { ApiEventOptions } from '#tests/support/api-event';
import { rotated } from '#tests/unit/auth/secret-fixtures';
import { countStatuses, losingResponses, makeWorld, manyAtOnce, newEmail, otherThan, PASSWORD } from './world.ts';

const INVALID_CODE = {
  success: false,
  status: 'error',
  message: 'The code is wrong, expired or already used. Request a new one.',
  code: 'INVALID_CODE',
};

const signedUp = async (world: ReturnType<typeof makeWorld>, from: ApiEventOptions = {}) => {
  const email = newEmail();
  const { body } = await world.signUp({ email, password: PASSWORD }, from);
  return { email, userId: body.data.userId as string, code: world.codeTo(email) };
};

describe('verify-email: promises', () => {
  test('the mailed code verifies the account, by e-mail address', async () => {
    const world = makeWorld();
    const { email, userId, code } = await signedUp(world);
    const response = await world.verifyEmail({ email, code });
    expect(response.status).toBe(200);
    expect(response.body).toStrictEqual({
      success: true,
      message: 'Your email address is verified. You can now log in.',
      data: { userId },
    });
    expect(response.setCookies).toEqual([]);
    expect((await world.logIn({ email, password: PASSWORD })).status).toBe(200);
  });

  test('it also does so by user id, and by both if they belong together', async () => {
    const world = makeWorld();
    const byId = await signedUp(world);
    expect((await world.verifyEmail({ userId: byId.userId, code: ` ${byId.code} ` })).status).toBe(200);
    const byBoth = await signedUp(world);
    expect((await world.verifyEmail(byBoth)).status).toBe(200);
  });

  test('a verified account has both wallets, the sandbox one with its opening money', async () => {
    const world = makeWorld();
    const { userId } = await world.verifiedAccount();
    expect(await loadWallet(world.table, { accountId: userId, environment: 'sandbox' })).toMatchObject({
      balanceKobo: 10_000_000,
      entryCount: 1,
    });
    expect(await loadWallet(world.table, { accountId: userId, environment: 'live' })).toMatchObject({
      balanceKobo: 0,
      entryCount: 0,
    });
  });

  test.each([
    ['first', 0],
    ['second', 1],
    ['third', 2],
  ] as const)(
    'of three sign-ups, the %s code activates the password and the profile that it was sent with',
    async (_, chosen) => {
      const world = makeWorld();
      const email = newEmail();
      const passwords = ['first password', 'second password', 'third password'];
      for (const password of passwords) await world.signUp({ email, password, firstName: password });
      const { body } = await world.verifyEmail({ email, code: world.codesTo(email)[chosen] });
      expect(await readAccount(world.table, { accountId: body.data.userId })).toMatchObject({
        email,
        firstName: passwords[chosen],
      });

      const logins = [];
      for (const password of passwords) logins.push((await world.logIn({ email, password })).status);
      expect(logins).toEqual(passwords.map((_, index) => (index === chosen ? 200 : 401)));
      for (const code of world.codesTo(email)) {
        expect((await world.verifyEmail({ email, code })).body).toStrictEqual(INVALID_CODE);
      }
    },
  );

  test('a first sign-up is not displaced: a sixth has to wait, and the first code and password stay valid', async () => {
    const world = makeWorld();
    const { email, code } = await signedUp(world);
    const others = [];
    for (let n = 0; n < 8; n++) others.push(await world.signUp({ email, password: `${PASSWORD} ${n}` }));
    expect(others.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429, 429, 429, 429]);
    for (const { headers } of others.slice(4)) expect(headers['Retry-After']).toBe('3600');
    expect((await world.verifyEmail({ email, code })).status).toBe(200);
    expect((await world.logIn({ email, password: PASSWORD })).status).toBe(200);
    expect((await world.logIn({ email, password: `${PASSWORD} 3` })).status).toBe(401);
  });

  test('a code whose hash was made before the secret was rotated still works', async () => {
    const world = makeWorld();
    const { email, code } = await signedUp(world);
    world.secrets.pepper = rotated(world.secrets.pepper);
    expect((await world.verifyEmail({ email, code })).status).toBe(200);
  });
});

describe('verify-email: refusals', () => {
  test('a wrong, used or malformed code, an unknown address or id, a verified one: the same 400', async () => {
    const world = makeWorld();
    const { email, userId, code } = await signedUp(world);
    const other = await signedUp(world);
    const wrong = [
      await world.verifyEmail({ email, code: otherThan(code) }),
      await world.verifyEmail({ email: newEmail(), code }),
      await world.verifyEmail({ userId: newId('usr', Date.now()), code }),
      await world.verifyEmail({ userId: 'usr_1#ACCOUNT', code }),
      await world.verifyEmail({ userId: other.userId, email, code }),
      await world.verifyEmail({ email, code: 'abcdef' }),
      await world.verifyEmail({ email, code: '' }),
    ];
    await world.verifyEmail({ userId, code });
    wrong.push(await world.verifyEmail({ email, code }), await world.verifyEmail({ userId, code }));
    for (const { status, body } of wrong) {
      expect(status).toBe(400);
      expect(body).toStrictEqual(INVALID_CODE);
    }
  });

  test('a body with neither address nor id is invalid', async () => {
    const { verifyEmail } = makeWorld();
    const response = await verifyEmail({ code: '123456' });
    expect(response.status).toBe(400);
    expect(response.body.code).toBe('VALIDATION_FAILED');
  });

  test('a code expires after ten minutes', async () => {
    const world = makeWorld();
    const early = await signedUp(world);
    const late = await signedUp(world);
    world.pass(10 * 60 - 1);
    expect((await world.verifyEmail({ email: early.email, code: early.code })).status).toBe(200);
    world.pass(1);
    expect((await world.verifyEmail({ email: late.email, code: late.code })).body).toStrictEqual(INVALID_CODE);
  });

  test('after five wrong codes the right one is refused; a new code has five tries, and restores none to the previous one', async () => {
    const world = makeWorld();
    const home = { sourceIp: newAddress() };
    const { email, code } = await signedUp(world, home);
    const enter = (text: string) => world.verifyEmail({ email, code: text }, home);
    for (let n = 0; n < 5; n++) await enter(otherThan(code));
    expect((await enter(code)).body).toStrictEqual(INVALID_CODE);
    world.pass(60);
    await world.resend({ email }, home);
    expect((await enter(code)).body).toStrictEqual(INVALID_CODE);
    for (let n = 0; n < 3; n++) await enter(otherThan(world.codeTo(email)));
    expect((await enter(world.codeTo(email))).status).toBe(200);
  });

  test('codes without tries left stay unusable, however many are mailed later', async () => {
    const world = makeWorld();
    const home = { sourceIp: newAddress() };
    const { email } = await signedUp(world, home);
    for (let n = 0; n < 5; n++) {
      for (let guess = 0; guess < 5; guess++) {
        await world.verifyEmail({ email, code: otherThan(world.codeTo(email)) }, home);
      }
      world.pass(60);
      await world.resend({ email }, home);
    }
    expect(world.codesTo(email)).toHaveLength(5);
    for (const code of world.codesTo(email)) {
      expect((await world.verifyEmail({ email, code }, home)).body).toStrictEqual(INVALID_CODE);
    }
  });

  test.each([
    [0, 5],
    [1, 4],
    [3, 2],
    [5, 0],
  ])(
    '%i wrong codes from the own network and %i from elsewhere are five in all: then the right one is refused',
    async (own, others) => {
      const world = makeWorld();
      const home = { sourceIp: newAddress() };
      const { email, code } = await signedUp(world, home);
      const wrong = { email, code: otherThan(code) };
      for (let n = 0; n < others; n++) await world.verifyEmail(wrong, { sourceIp: newAddress() });
      for (let n = 0; n < own; n++) await world.verifyEmail(wrong, home);
      for (const from of [home, { sourceIp: newAddress() }]) {
        expect((await world.verifyEmail({ email, code }, from)).body).toStrictEqual(INVALID_CODE);
      }
    },
  );

  test.each([
    [0, 4],
    [2, 2],
    [4, 0],
  ])(
    '%i wrong codes from the own network and %i from elsewhere leave the fifth try, to whoever uses it',
    async (own, others) => {
      const world = makeWorld();
      const home = { sourceIp: newAddress() };
      for (const last of [home, { sourceIp: newAddress() }]) {
        const { email, code } = await signedUp(world, home);
        const wrong = { email, code: otherThan(code) };
        for (let n = 0; n < own; n++) await world.verifyEmail(wrong, home);
        for (let n = 0; n < others; n++) await world.verifyEmail(wrong, { sourceIp: newAddress() });
        expect((await world.verifyEmail({ email, code }, last)).status).toBe(200);
      }
    },
  );
});

describe('verify-email: races', () => {
  test('of 200 parallel right codes, one is accepted, and the wallets are opened once', {
    tags: ['load'],
  }, async () => {
    const world = makeWorld();
    const { email, code, userId } = await signedUp(world);
    const responses = await manyAtOnce(200, () => world.verifyEmail({ email, code }));
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: 199 });
    const entries = await world.table.queryAll(
      {
        partition: walletLists.ledger(userId, 'sandbox'),
        startsWith: walletLists.ledgerEntries,
      },
      { most: 10_000, why: 'a test makes few' },
    );
    expect(entries).toHaveLength(1);
  });

  const triesOf = async ({ table }: ReturnType<typeof makeWorld>, email: string) => {
    const item = fromSignInItem(await table.get(authKeys.signIn(emailKey(email))));
    return item?.status === 'pending' ? item.waiting.flatMap(({ codes }) => codes.map(({ tries }) => tries)) : [];
  };

  test('of 500 parallel wrong codes from anywhere, five are compared, and no more from where it was requested', {
    tags: ['load'],
  }, async () => {
    const world = makeWorld();
    const home = { sourceIp: newAddress() };
    const { email, code } = await signedUp(world, home);
    const wrong = { email, code: otherThan(code) };
    const responses = await manyAtOnce(500, () => world.verifyEmail(wrong, { sourceIp: newAddress() }));
    expect(countStatuses(responses)).toEqual({ 400: 500 });
    expect(await triesOf(world, email)).toEqual([5]);
    expect(countStatuses(await manyAtOnce(40, () => world.verifyEmail(wrong, home)))).toEqual({ 400: 40 });
    expect(await triesOf(world, email)).toEqual([5]);
    expect((await world.verifyEmail({ email, code }, home)).status).toBe(400);
  });

  test('of 45 parallel wrong codes from where it was requested, five are compared', async () => {
    const world = makeWorld();
    const home = { sourceIp: newAddress() };
    const { email, code } = await signedUp(world, home);
    const responses = await manyAtOnce(45, () => world.verifyEmail({ email, code: otherThan(code) }, home));
    expect(countStatuses(responses)).toEqual({ 400: 45 });
    expect(await triesOf(world, email)).toEqual([5]);
    expect((await world.verifyEmail({ email, code }, home)).status).toBe(400);
  });

  test('a sign-up that is added at the same moment neither invalidates a right code nor survives it', async () => {
    const world = makeWorld();
    const { email, code, userId } = await signedUp(world);
    const [verified, joined] = await Promise.all([
      world.verifyEmail({ email, code }),
      world.signUp({ email, password: 'another password' }),
    ]);
    expect(verified.body.data).toEqual({ userId });
    expect([201, 409]).toContain(joined.status);
    expect((await world.logIn({ email, password: PASSWORD })).status).toBe(200);
    expect((await world.logIn({ email, password: 'another password' })).status).toBe(401);
  });
});

describe('verify-email: when something fails', () => {
  test('a verification whose response from the table was lost is valid', async () => {
    const table = losingResponses(serviceTable());
    const world = makeWorld(table);
    const { email, code, userId } = await signedUp(world);
    table.loseNext('ACCOUNT');
    expect((await world.verifyEmail({ email, code })).status).toBe(503);
    expect((await world.verifyEmail({ email, code })).body).toStrictEqual(INVALID_CODE);
    expect((await world.logIn({ email, password: PASSWORD })).body.data).toEqual({ userId });
  });
});
