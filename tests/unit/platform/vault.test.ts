import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  openSealed,
  openSealedWith,
  SealedTextUnreadable,
  seal,
  sealedKeyId,
  vaultKeyId,
} from '#shared/platform/vault';
import { freshSecret, rotated, secretVersion } from '#tests/unit/auth/secret-fixtures';

const secret = freshSecret();
const OWNER = 'whk_01J00000000000000000000000';

describe('a sealed text', () => {
  test('opens to the original text, whatever the text and the owner', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
        expect(openSealedWith(seal(text, owner, secret), owner, secret)).toBe(text);
      }),
    );
  });

  test('reveals nothing of the text and is different each time', () => {
    const first = seal('whsec_secret', OWNER, secret);
    expect(first).not.toContain('whsec_secret');
    expect(first).not.toBe(seal('whsec_secret', OWNER, secret));
  });

  test('opens with any key of the secret, and not with a secret that lacks its key', () => {
    const sealed = seal('text', OWNER, secret);
    const ring = { current: secretVersion(), older: [secretVersion(), secretVersion(), secret.current] };
    expect(openSealedWith(sealed, OWNER, ring)).toBe('text');
    expect(openSealedWith(sealed, OWNER, rotated(rotated(secret)))).toBeUndefined();
  });

  test('names its key, as the version of the secret does', () => {
    expect(sealedKeyId(seal('text', OWNER, secret))).toBe(vaultKeyId(secret.current));
    expect(sealedKeyId('v1.a text of somebody.else')).toBeUndefined();
  });

  test('is sealed with the new version once the secret is rotated', () => {
    const once = rotated(secret);
    const sealed = seal('text', OWNER, once);
    expect(openSealedWith(sealed, OWNER, { current: once.current })).toBe('text');
  });

  test('opens with a copy of the secret that has another version id', () => {
    const copy = { current: { versionId: 'restored', value: secret.current.value } };
    expect(openSealedWith(seal('text', OWNER, secret), OWNER, copy)).toBe('text');
  });
});

describe('a sealed text is refused if', () => {
  test('it was sealed for another owner', () => {
    expect(() => openSealedWith(seal('text', OWNER, secret), 'whk_other', secret)).toThrow(SealedTextUnreadable);
  });

  test('any character of it was changed', () => {
    const sealed = seal('a text of some length', OWNER, secret);
    for (let at = 0; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      // In the key's name, it would name an unknown key.
      if (sealedKeyId(changed) !== sealedKeyId(sealed) && sealedKeyId(changed) !== undefined) {
        expect(openSealedWith(changed, OWNER, secret), `character ${at}`).toBeUndefined();
      } else expect(() => openSealedWith(changed, OWNER, secret), `character ${at}`).toThrow(SealedTextUnreadable);
    }
  });

  test('it was truncated anywhere', () => {
    const sealed = seal('a text', OWNER, secret);
    for (let length = 0; length < sealed.length; length++) {
      expect(() => openSealedWith(sealed.slice(0, length), OWNER, secret)).toThrow(SealedTextUnreadable);
    }
  });

  test('it was never sealed, and the error does not quote it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 20 }), (text) => {
        expect(() => openSealedWith(text, OWNER, secret)).toThrow(SealedTextUnreadable);
        expect(() => openSealedWith(text, OWNER, secret)).not.toThrow(text);
      }),
    );
  });
});

describe('a text that was sealed after a rotation', () => {
  const stale = freshSecret();
  const fresh = { current: secretVersion(), older: [stale.current] };
  const sealed = seal('text', OWNER, fresh);

  test('is opened by a newer read of the secret', async () => {
    const requested: unknown[] = [];
    const read = async (freshness?: { readonly renew?: true }) => {
      requested.push(freshness);
      return freshness?.renew ? fresh : stale;
    };
    expect(await openSealed(sealed, OWNER, read)).toBe('text');
    expect(requested).toEqual([undefined, { renew: true }]);
  });

  test('is unreadable if the newer secret does not have its key either', async () => {
    await expect(openSealed(sealed, OWNER, async () => stale)).rejects.toThrow(SealedTextUnreadable);
  });

  test('causes no newer read if it belongs to another owner, or is damaged', async () => {
    let reads = 0;
    const read = async () => {
      reads++;
      return fresh;
    };
    await expect(openSealed(sealed, 'whk_other', read)).rejects.toThrow(SealedTextUnreadable);
    expect(reads).toBe(1);
  });
});
