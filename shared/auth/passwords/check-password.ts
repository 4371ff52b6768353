import type { SecretReader } from '#shared/auth/stage-secrets';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { findPassword, PasswordUnverifiable } from './passwords.ts';

/** Which stored hash a password belongs to, and the pepper that was needed to find out. */
export interface PasswordCheck {
  /** Undefined for a wrong password. */
  readonly found: string | undefined;
  readonly pepper: VersionedSecret;
}

/**
 * Looks for a password among stored hashes. When one was made with a pepper that is newer than the one in memory, the
 * secret is read again, once.
 *
 * @throws PasswordUnverifiable when that does not help: a fault of ours.
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
