import type { SecretReader } from '#shared/auth/stage-secrets';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { findPassword, PasswordUnverifiable } from './passwords.ts';

/** The stored hash that a password matches, and the pepper that was needed to find out. */
export interface PasswordCheck {
  /** Undefined for a wrong password. */
  readonly found: string | undefined;
  readonly pepper: VersionedSecret;
}

/**
 * Finds the hash of a password among stored ones. When one was made with a newer pepper than that in memory, the secret
 * is read again, once.
 *
 * @throws PasswordUnverifiable when that does not help, which is a fault of ours.
 */
export const checkPassword = async (
  stored: readonly string[],
  password: string,
  pepper: VersionedSecret,
  readPepper: SecretReader,
): Promise<PasswordCheck> => {
  try {
    return { found: await findPassword(stored, password, pepper), pepper };
  } catch (error) {
    if (!(error instanceof PasswordUnverifiable)) throw error;
    const fresh = await readPepper({ renew: true });
    return { found: await findPassword(stored, password, fresh), pepper: fresh };
  }
};
