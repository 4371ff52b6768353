import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { open, SealedTextUnreadable, seal } from '#shared/platform/vault';
import { freshSecret, rotated } from '#tests/unit/auth/secret-fixtures';

const secret = freshSecret();
const OWNER = 'whk_01J00000000000000000000000';

describe('a sealed text', () => {
  test('opens to what was sealed, whatever the text and the owner', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
        expect(open(seal(text, owner, secret), owner, secret)).toBe(text);
      }),
    );
  });

  test('shows nothing of the text and is another one each time', () => {
    const first = seal('whsec_secret', OWNER, secret);
    expect(first).not.toContain('whsec_secret');
    expect(first).not.toBe(seal('whsec_secret', OWNER, secret));
  });

  test('opens after one rotation of the secret, and no longer after two', () => {
    const sealed = seal('text', OWNER, secret);
    const once = rotated(secret);
    expect(open(sealed, OWNER, once)).toBe('text');
    expect(() => open(sealed, OWNER, rotated(once))).toThrow(SealedTextUnreadable);
  });

  test('is sealed with the new version once the secret is rotated', () => {
    const once = rotated(secret);
    const sealed = seal('text', OWNER, once);
    expect(open(sealed, OWNER, { current: once.current })).toBe('text');
  });

  test('opens with a copy of the secret that has another version id', () => {
    const copy = { current: { versionId: 'restored', value: secret.current.value } };
    expect(open(seal('text', OWNER, secret), OWNER, copy)).toBe('text');
  });
});

describe('a text is refused when', () => {
  test('it was sealed for another owner', () => {
    expect(() => open(seal('text', OWNER, secret), 'whk_other', secret)).toThrow(SealedTextUnreadable);
  });

  test('any character of it was changed', () => {
    const sealed = seal('a text of some length', OWNER, secret);
    for (let at = 0; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => open(changed, OWNER, secret), `character ${at}`).toThrow(SealedTextUnreadable);
    }
  });

  test('it was cut, at any place', () => {
    const sealed = seal('a text', OWNER, secret);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => open(sealed.slice(0, length), OWNER, secret)).toThrow(SealedTextUnreadable);
    }
  });

  test('it was never sealed, and the error does not quote it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 20 }), (text) => {
        expect(() => open(text, OWNER, secret)).toThrow(SealedTextUnreadable);
        expect(() => open(text, OWNER, secret)).not.toThrow(text);
      }),
    );
  });
});
