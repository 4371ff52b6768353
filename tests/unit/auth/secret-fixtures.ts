import { randomBytes, randomUUID } from 'node:crypto';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';

/** A new version of a secret, random as Secrets Manager generates them. */
export const secretVersion = (): SecretVersion => ({
  versionId: randomUUID(),
  value: randomBytes(32).toString('hex'),
});

/** A secret that was never rotated. */
export const freshSecret = (): VersionedSecret => ({ current: secretVersion() });

/** The same secret after one more rotation of a keyring: no key is gone. */
export const rotatedRing = ({ current, older = [] }: VersionedSecret): VersionedSecret => ({
  current: secretVersion(),
  older: [current, ...older],
});

/** The same secret after one rotation of a text: what was current is recognised, what was before it is gone. */
export const rotated = ({ current }: VersionedSecret): VersionedSecret => ({
  current: secretVersion(),
  older: [current],
});
