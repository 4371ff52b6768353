import type * as Crypto from 'node:crypto';
import * as v from 'valibot';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  findPassword,
  hashPassword,
  needsRehash,
  PasswordUnverifiable,
  passwordSchema,
} from '#shared/auth/passwords/passwords';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { freshSecret, rotated } from './secret-fixtures.ts';

/** The parameters of every argon2 call; the real function runs. */
const hashings: Crypto.Argon2Parameters[] = [];

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof Crypto>();
  const argon2: typeof Crypto.argon2 = (algorithm, parameters, callback) => {
    hashings.push(parameters);
    crypto.argon2(algorithm, parameters, callback);
  };
  return { ...crypto, argon2 };
});

const pepper = freshSecret();
const PASSWORD = 'correct horse battery staple';

const verifyPassword = async (stored: string | undefined, password: string, secret: VersionedSecret) =>
  (await findPassword(stored === undefined ? [] : [stored], password, secret)) !== undefined;

beforeEach(() => {
  hashings.length = 0;
});

describe('a stored password', () => {
  test('verifies with the password and with no other', async () => {
    const stored = await hashPassword(PASSWORD, pepper);
    expect(await verifyPassword(stored, PASSWORD, pepper)).toBe(true);
    expect(await verifyPassword(stored, `${PASSWORD} `, pepper)).toBe(false);
    expect(await verifyPassword(stored, PASSWORD.toUpperCase(), pepper)).toBe(false);
    expect(await verifyPassword(stored, '', pepper)).toBe(false);
  });

  test('is argon2id at the cost of ASVS 11.4.2 in the PHC format, with a salt of 16 bytes', async () => {
    const stored = await hashPassword(PASSWORD, pepper);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[\w-]{12}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(hashings[0]).toMatchObject({ memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 });
  });

  test('is a different text each time', async () => {
    expect(await hashPassword(PASSWORD, pepper)).not.toBe(await hashPassword(PASSWORD, pepper));
  });

  test('is the same password however the keyboard composed it', async () => {
    const stored = await hashPassword('caf\u00e9 au lait', pepper);
    expect(await verifyPassword(stored, 'cafe\u0301 au lait', pepper)).toBe(true);
  });

  test('cannot be verified without the pepper', async () => {
    const stored = await hashPassword(PASSWORD, pepper);
    await expect(verifyPassword(stored, PASSWORD, freshSecret())).rejects.toThrow(PasswordUnverifiable);

    const other = freshSecret();
    const otherId = (await hashPassword(PASSWORD, other)).split(',keyid=')[1]?.slice(0, 12) ?? '';
    const relabelled = stored.replace(/(?<=keyid=).{12}/, otherId);
    expect(await verifyPassword(relabelled, PASSWORD, other)).toBe(false);
  });

  test('verifies after the pepper was rotated, and then requires a new hash', async () => {
    const stored = await hashPassword(PASSWORD, pepper);
    const after = rotated(pepper);
    expect(await verifyPassword(stored, PASSWORD, after)).toBe(true);
    expect(needsRehash(stored, pepper)).toBe(false);
    expect(needsRehash(stored, after)).toBe(true);
    expect(needsRehash(await hashPassword(PASSWORD, after), after)).toBe(false);
  });

  test.each(['m=9728', 't=1', 'p=2'])('asks for a new hash when it was made at %s', async (cost) => {
    const stored = await hashPassword(PASSWORD, pepper);
    const cheaper = stored.replace(new RegExp(`${cost[0]}=\\d+`), cost);
    expect(needsRehash(cheaper, pepper)).toBe(true);
    expect(await verifyPassword(cheaper, PASSWORD, pepper)).toBe(false);
  });

  test.each(['', 'plain', '$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA', '$argon2id$v=19$m=99999999'])(
    'that is malformed (%s) is a fault of the service, not a wrong password',
    async (stored) => {
      await expect(verifyPassword(stored, PASSWORD, pepper)).rejects.toThrow(PasswordUnverifiable);
      expect(() => needsRehash(stored, pepper)).toThrow(PasswordUnverifiable);
    },
  );
});

describe('passwords hashed with a shared salt', () => {
  const waiting = async (passwords: readonly string[]): Promise<string[]> => {
    const stored: string[] = [];
    for (const password of passwords) stored.push(await hashPassword(password, pepper, stored[0]));
    return stored;
  };

  test('are told apart by one computation, whether or not one of them is right', async () => {
    const stored = await waiting(['first password', 'second password', 'third password']);
    hashings.length = 0;
    expect(await findPassword(stored, 'second password', pepper)).toBe(stored[1]);
    expect(hashings).toHaveLength(1);
    expect(await findPassword(stored, 'fourth password', pepper)).toBeUndefined();
    expect(hashings).toHaveLength(2);
  });

  test('give the same text for the same password', async () => {
    const [first, second] = await waiting([PASSWORD, PASSWORD]);
    expect(second).toBe(first);
  });

  test('are also found beside a hash of another pepper, which shares no salt with them', async () => {
    const [before] = await waiting([PASSWORD]);
    const after = rotated(pepper);
    const beside = await hashPassword('second password', after, before);
    expect(beside.split('$')[4]).not.toBe(before?.split('$')[4]);
    expect(needsRehash(beside, after)).toBe(false);
    expect(await findPassword([before ?? '', beside], PASSWORD, after)).toBe(before);
    expect(await findPassword([before ?? '', beside], 'second password', after)).toBe(beside);
  });
});

describe('an unknown account', () => {
  test('costs the same hashing as a known one, and no password is right', async () => {
    const stored = await hashPassword(PASSWORD, pepper);
    hashings.length = 0;
    await verifyPassword(stored, 'wrong password', pepper);
    expect(await verifyPassword(undefined, 'wrong password', pepper)).toBe(false);

    const shape = ({ memory, passes, parallelism, tagLength, nonce, secret, message }: Crypto.Argon2Parameters) => ({
      ...{ memory, passes, parallelism, tagLength, message },
      lengths: [Buffer.byteLength(nonce), secret === undefined ? 0 : Buffer.byteLength(secret)],
    });
    expect(hashings).toHaveLength(2);
    expect(hashings.map(shape)[1]).toEqual(hashings.map(shape)[0]);
  });
});

describe('a password may be chosen when', () => {
  test.each(['8 chars!', 'x'.repeat(128), '        ', 'пароль по-русски', '🔒🔑🔒🔑🔒🔑🔒🔑', '🔒'.repeat(128)])(
    'it is %j',
    (password) => {
      expect(v.is(passwordSchema, password)).toBe(true);
    },
  );

  test.each(['7 chars', 'x'.repeat(129), '🔒'.repeat(7), '🔒'.repeat(129), '\ud800 a lone one', '', 12_345_678, null])(
    'but not when it is %j',
    (password) => {
      expect(v.is(passwordSchema, password)).toBe(false);
    },
  );
});
