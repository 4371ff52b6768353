import { expect, test } from 'vitest';
import { generateSigningSecret } from '#shared/signatures/signing-secret';

test('a signing secret is whsec_ and 32 bytes in standard base64', () => {
  const secret = generateSigningSecret();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
});

test('no two signing secrets are alike', () => {
  expect(new Set(Array.from({ length: 100 }, generateSigningSecret)).size).toBe(100);
});
