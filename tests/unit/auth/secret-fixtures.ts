import { randomBytes, randomUUID } from 'node:crypto';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';

/** A new version of a secret, as random as Secrets Manager generates them. */
export const secretVersion = (): SecretVersion => ({
  versionId: randomUUID(),
  value: randomBytes(32).toString('hex'),
});

/** A secret that was never rotated. */
export const freshSecret = (): VersionedSecret => ({ current: secretVersion() });

/** The same secret after one more rotation of its keyring, which removes no key. */
export const rotatedRing = ({ current, older = [] }: VersionedSecret): VersionedSecret => ({
  current: secretVersion(),
  older: [current, ...older],
});

/** The same secret after one rotation of its text: the previous value is still recognised, older ones are not. */
export const rotated = ({ current }: VersionedSecret): VersionedSecret => ({
  current: secretVersion(),
  older: [current],
});
