import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { PASSWORD_COST } from '#shared/auth/passwords/password-cost';
import { handler as floor } from './floor.ts';

/** The floor, and one hash of a password at its deliberate cost. */
export const handler = async () => {
  await promisify(argon2)('argon2id', {
    message: 'a password',
    nonce: randomBytes(16),
    tagLength: 32,
    ...PASSWORD_COST,
  });
  return floor();
};
