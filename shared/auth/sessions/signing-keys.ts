import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import type { PublicSigningKey } from '#shared/http/caller/public-keys';
import { deriveKey } from '#shared/platform/key-derivation';
import type { SecretVersion, VersionedSecret } from '#shared/platform/secret-versions';
import { versionsOf } from '#shared/platform/secret-versions';

/** The key pair that signs access tokens. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: PublicSigningKey;
}

const PURPOSE = 'access-token';

/** The prefix of the 32 bytes of an Ed25519 private key in its PKCS #8 form (RFC 8410, 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The JWK thumbprint of an Ed25519 public key: SHA-256 of its required members in order (RFC 7638; RFC 8037, 2). */
const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

const made = new WeakMap<SecretVersion, SigningKey>();

/**
 * The Ed25519 key pair of a version of the signing secret. The same version always gives the same pair, so nothing is
 * stored, and rotating the secret rotates the keys. A container derives it once for each version that it has read.
 */
export const signingKeyOf = (version: SecretVersion): SigningKey => {
  const known = made.get(version);
  if (known) return known;
  const seed = deriveKey(version.value, PURPOSE);
  const privateKey = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (x === undefined) throw new TypeError('An Ed25519 public key has no coordinate');
  const kid = thumbprint(x);
  const key: SigningKey = {
    kid,
    privateKey,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' },
  };
  made.set(version, key);
  return key;
};

/**
 * The key set for verifiers: the current key, then the previous one, so that tokens signed before a rotation of the
 * secret stay valid until they expire. Older versions are kept only for refresh tokens.
 */
export const publicKeysOf = (secret: VersionedSecret): { readonly keys: readonly PublicSigningKey[] } => {
  return {
    keys: versionsOf(secret)
      .slice(0, 2)
      .map((version) => signingKeyOf(version).publicKey),
  };
};
