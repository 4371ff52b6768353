import { expect, test } from 'vitest';
import { maskSecret } from '#shared/platform/mask-secret';

test.each([
  ['whsec_1234567890abcdef', 'whsec_****cdef'],
  ['elt_xyzw9876', 'elt_****9876'],
  ['without-prefix-1234', '****1234'],
])('the secret %s is shown as %s', (secret, masked) => {
  expect(maskSecret(secret)).toBe(masked);
});
