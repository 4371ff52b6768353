import { describe, expect, test } from 'vitest';
import { handler as readMe } from '#functions/api/accounts/read-me';
import { emailKey } from '#shared/auth/accounts/email-key';
import { endEverySession } from '#shared/auth/sessions/access';
import { serviceTable } from '#shared/db/client';
import type { Table } from '#shared/db/operations';
import { callerKeys } from '#shared/http/caller/keys';
import { newId } from '#shared/platform/ids';
import { asTest } from '#tests/support/function-access';
import { call, makeWorld, PASSWORD, type ReadResponse, sessionsOf } from './world.ts';

const meStatus = async ({ cookies }: ReadResponse): Promise<number> => {
  const headers = { authorization: `Bearer ${cookies['token']}` };
  return (await call(readMe, { method: 'GET', route: '/v1/me' }, { headers })).status;
};

const ACCESS_SORT_KEY = callerKeys.accountAccess('usr_any').sk;

/** When a login reads the access item, relative to the moment at which every session ends. */
type AccessRead = 'after the end' | 'before the end';

/** A table that ends every session of an account just before a session is written. */
const endingJustBefore = (table: Table, end: () => Promise<unknown>, accessRead: AccessRead): Table => {
  const [ended, read] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return {
    ...table,
    get: async (key) => {
      if (key.sk !== ACCESS_SORT_KEY) return table.get(key);
      if (accessRead === 'after the end') await ended.promise;
      const item = await table.get(key);
      read.resolve();
      return item;
    },
    write: async (operation) => {
      if (operation.kind === 'put' && operation.item.sk === 'SESSION') {
        if (accessRead === 'before the end') await read.promise;
        await end();
        ended.resolve();
      }
      return table.write(operation);
    },
  };
};

const endAll = (accountId: string, email: string) =>
  serviceTable().transact(endEverySession(accountId, emailKey(email)));

describe('ending every session of an account', () => {
  test('refuses their access tokens at the next request and their refresh tokens', async () => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    const logins = [];
    for (let n = 0; n < 3; n++) logins.push(await world.logIn({ email, password: PASSWORD }));
    for (const login of logins) expect(await meStatus(login)).toBe(200);
    expect(await endAll(userId, email)).toEqual({ written: true });
    for (const login of logins) {
      expect(await meStatus(login)).toBe(401);
      const refreshed = await world.refresh({ refreshToken: login.cookies['refreshToken'] });
      expect(refreshed.status).toBe(401);
      expect(refreshed.body.code).toBe('REFRESH_TOKEN_INVALID');
      expect(refreshed.setCookies.every((line) => line.includes('Max-Age=0'))).toBe(true);
    }
  });

  /** Logs in while every session of the account is ended, with a password that was checked before. */
  const logInMeanwhile = async (accessRead: AccessRead) => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    const end = () => asTest(() => endAll(userId, email));
    const slow = makeWorld(endingJustBefore(serviceTable(), end, accessRead));
    Object.assign(slow.secrets, world.secrets);
    return { world, userId, login: await slow.logIn({ email, password: PASSWORD }) };
  };

  test('refuses a login in progress', async () => {
    const { userId, login } = await logInMeanwhile('after the end');
    expect(login.status).toBe(401);
    expect(login.setCookies).toEqual([]);
    expect(await sessionsOf(userId)).toEqual([]);
  });

  test('ends the session of a login that had already read the access item', async () => {
    const { world, login } = await logInMeanwhile('before the end');
    expect(login.status).toBe(200);
    expect(await meStatus(login)).toBe(401);
    expect((await world.refresh({ refreshToken: login.cookies['refreshToken'] })).status).toBe(401);
  });

  test('accepts the next login, even by a clock that is two minutes behind', async () => {
    const world = makeWorld();
    const { email, userId } = await world.verifiedAccount();
    await endAll(userId, email);
    world.pass(-120);
    const login = await world.logIn({ email, password: PASSWORD });
    expect(await meStatus(login)).toBe(200);
    expect((await world.refresh({ refreshToken: login.cookies['refreshToken'] })).status).toBe(200);
  });

  test('does not affect the sessions of other accounts', async () => {
    const world = makeWorld();
    const [one, other] = [await world.verifiedAccount(), await world.verifiedAccount()];
    const login = await world.logIn({ email: other.email, password: PASSWORD });
    await endAll(one.userId, one.email);
    expect(await meStatus(login)).toBe(200);
  });

  test('is refused altogether for an address that belongs to another account, or is not verified', async () => {
    const world = makeWorld();
    const [one, other] = [await world.verifiedAccount(), await world.verifiedAccount()];
    expect((await endAll(one.userId, other.email)).written).toBe(false);
    expect((await endAll(newId('usr', world.now()), one.email)).written).toBe(false);
    expect(await serviceTable().get(callerKeys.accountAccess(one.userId))).toMatchObject({ sessionsValidFrom: 0 });
  });
});
