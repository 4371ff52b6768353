import { env } from '#shared/platform/env';
import { readSecret, type VersionedSecret } from '#shared/platform/secrets';
import { open, SealedTextUnreadable } from '#shared/platform/vault';
import type { Registration } from './registration.ts';

/** Reads the secret that signing secrets are sealed with; `maxAgeMs: 0` for one newer than the cached. */
export type ReadVault = (options?: { readonly maxAgeMs?: number }) => Promise<VersionedSecret>;

/**
 * {@link ReadVault} of the stage, named by `VAULT_SECRET_NAME`.
 *
 * @throws SecretUnavailable.
 */
export const readVault: ReadVault = (options) => readSecret(env('VAULT_SECRET_NAME'), options);

/**
 * The signing secret of a registration in full. One that was sealed after the vault's secret was rotated, and before
 * this container heard of it, is opened by a fresh read.
 *
 * @throws SealedTextUnreadable; SecretUnavailable.
 */
export const openSigningSecret = async (
  { sealedSecret, registrationId }: Registration,
  vault: ReadVault,
): Promise<string> => {
  try {
    return open(sealedSecret, registrationId, await vault());
  } catch (error) {
    if (!(error instanceof SealedTextUnreadable)) throw error;
    return open(sealedSecret, registrationId, await vault({ maxAgeMs: 0 }));
  }
};
