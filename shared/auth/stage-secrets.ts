import { effect } from '#shared/platform/effect';
import { env } from '#shared/platform/env';
import type { VersionedSecret } from '#shared/platform/secret-versions';
import { type Freshness, readSecret } from '#shared/platform/secrets';

/** Reads one secret of the stage, by default from memory. */
export type SecretReader = (freshness?: Freshness) => Promise<VersionedSecret>;

/** The secret that signing keys and refresh tokens are derived from. Only functions that issue tokens may read it. */
const signingSecret: SecretReader = (freshness) => readSecret(env('SIGNING_SECRET_NAME'), freshness);

/** The secret that password hashes and one-time codes are keyed with. */
export const pepperSecret: SecretReader = (freshness) => readSecret(env('PEPPER_SECRET_NAME'), freshness);

/** The effect of the capability `signing`. */
export const signing = effect('signing', signingSecret);

/** The effect of the capability `pepper`. */
export const pepper = effect('pepper', pepperSecret);
