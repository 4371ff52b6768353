import { describe, expect, test } from 'vitest';
import { deriveKey, deriveKeyId } from '#shared/platform/key-derivation';

const VALUE = 'a secret value of at least thirty-two characters';

describe('a derived key', () => {
  test('never changes: the data that it protects would be lost', () => {
    expect(deriveKey(VALUE, 'vault').toString('hex')).toMatchInlineSnapshot(
      `"74503876905b26e5670c354d59038f66c9efe13ea595885c7ac48e128d95d6c5"`,
    );
    expect(deriveKeyId(VALUE, 'vault')).toMatchInlineSnapshot(`"kFfDKcZrCPuC"`);
  });

  test('has 256 bits, and an id of twelve characters', () => {
    expect(deriveKey(VALUE, 'vault')).toHaveLength(32);
    expect(deriveKeyId(VALUE, 'vault')).toMatch(/^[\w-]{12}$/);
  });

  test('differs by secret and by purpose', () => {
    const keys = [deriveKey(VALUE, 'a'), deriveKey(VALUE, 'b'), deriveKey(`${VALUE}.`, 'a')].map((key) =>
      key.toString('hex'),
    );
    expect(new Set(keys).size).toBe(3);
  });

  test('is not revealed by its id', () => {
    const id = Buffer.from(deriveKeyId(VALUE, 'vault'), 'base64url').toString('hex');
    expect(deriveKey(VALUE, 'vault').toString('hex')).not.toContain(id);
  });
});
