import { describe, expect, test } from 'vitest';
import { checkPassword } from '#shared/auth/passwords/check-password';
import { hashPassword, PasswordUnverifiable } from '#shared/auth/passwords/passwords';
import type { Freshness } from '#shared/platform/secrets';
import { freshSecret, rotated } from './secret-fixtures.ts';

const PASSWORD = 'correct horse battery staple';

describe('checking a password', () => {
  test('needs only the pepper in memory', async () => {
    const pepper = freshSecret();
    const stored = await hashPassword(PASSWORD, pepper);
    const read = () => Promise.reject(new Error('the secret was read'));
    expect(await checkPassword([stored], PASSWORD, pepper, read)).toEqual({ found: stored, pepper });
    expect(await checkPassword([stored], 'wrong password', pepper, read)).toEqual({ found: undefined, pepper });
  });

  test('reads the pepper again for a hash that is newer than it', async () => {
    const pepper = freshSecret();
    const fresh = rotated(pepper);
    const stored = await hashPassword(PASSWORD, fresh);
    const requested: unknown[] = [];
    const read = async (freshness?: Freshness) => {
      requested.push(freshness);
      return fresh;
    };
    expect(await checkPassword([stored], PASSWORD, pepper, read)).toEqual({ found: stored, pepper: fresh });
    expect(requested).toEqual([{ renew: true }]);
  });

  test('fails for a hash whose pepper no longer exists', async () => {
    const pepper = freshSecret();
    const stored = await hashPassword(PASSWORD, freshSecret());
    await expect(checkPassword([stored], PASSWORD, pepper, async () => pepper)).rejects.toThrow(PasswordUnverifiable);
  });
});
