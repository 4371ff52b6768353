import { env } from '#shared/platform/env';
import { readSecret, type VersionedSecret } from '#shared/platform/secrets';

/** Reads one secret of the stage; `maxAgeMs: 0` asks for a read that is newer than the cache. */
export type SecretReader = (options?: { readonly maxAgeMs?: number }) => Promise<VersionedSecret>;

/** The secret that signing keys and refresh tokens are derived from. Only what issues tokens may read it. */
export const signingSecret: SecretReader = (options) => readSecret(env('SIGNING_SECRET_NAME'), options);

/** The secret that password hashes and one-time codes are keyed with. */
export const pepperSecret: SecretReader = (options) => readSecret(env('PEPPER_SECRET_NAME'), options);
