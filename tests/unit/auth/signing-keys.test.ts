import { createPublicKey, sign, verify } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { describe, expect, test } from 'vitest';
import { publicKeysOf, signingKeyOf } from '#shared/auth/sessions/signing-keys';
import { freshSecret, rotated, secretVersion } from './secret-fixtures.ts';

describe('a signing key', () => {
  test('is the same for the same version of the secret, on every container', () => {
    const version = secretVersion();
    const one = signingKeyOf(version);
    const other = signingKeyOf({ ...version });
    expect(other.publicKey).toEqual(one.publicKey);
    expect(other.privateKey.equals(one.privateKey)).toBe(true);
  });

  test('is different for another version', () => {
    expect(signingKeyOf(secretVersion()).kid).not.toBe(signingKeyOf(secretVersion()).kid);
  });

  test('makes signatures that its public half verifies', () => {
    const { privateKey, publicKey } = signingKeyOf(secretVersion());
    const signature = sign(null, Buffer.from('text'), privateKey);
    const published = createPublicKey({ key: { ...publicKey }, format: 'jwk' });
    expect(verify(null, Buffer.from('text'), published, signature)).toBe(true);
  });

  test('is named by its thumbprint as jose computes it', async () => {
    const { kid, publicKey } = signingKeyOf(secretVersion());
    expect(publicKey.kid).toBe(kid);
    expect(kid).toBe(await calculateJwkThumbprint({ ...publicKey }, 'sha256'));
  });
});

describe('the public key set', () => {
  test('holds one key before the first rotation', () => {
    expect(publicKeysOf(freshSecret()).keys).toHaveLength(1);
  });

  test('holds the new key and the one before it, and no third, after rotations', () => {
    const first = freshSecret();
    const second = rotated(first);
    const third = rotated(second);
    const kids = publicKeysOf(third).keys.map(({ kid }) => kid);
    expect(kids).toEqual([signingKeyOf(third.current).kid, signingKeyOf(second.current).kid]);
  });

  test('reveals nothing private', () => {
    for (const key of publicKeysOf(rotated(freshSecret())).keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x']);
      expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
    }
  });
});
