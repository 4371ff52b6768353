import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isSameBusinessName } from '#shared/verification/name-matching';

describe('two names of a business', () => {
  test.each([
    ['Acme Foods Ltd', 'ACME FOODS LIMITED'],
    ['Acme Foods Nig. Ltd.', 'Acme Foods Nigeria Limited'],
    ["Mama Put's Kitchen", 'MAMA PUTS KITCHEN'],
    ['Foods Acme', 'Acme Foods'],
    ['Adé & Sons Ent.', 'Ade and Sons Enterprises'],
    ['The Company Limited', 'the company ltd'],
    ['Acme, Foods', 'Acme  Foods'],
  ])('"%s" and "%s" are the same', (one, other) => {
    expect(isSameBusinessName(one, other)).toBe(true);
  });

  test.each([
    ['Acme Foods Ltd', 'Acme Food Processing Ltd'],
    ['Acme Ltd', 'Acme Holdings Ltd'],
    ['Acme', 'Emca'],
    ['Limited', 'Company'],
    ['', ''],
    ['!!!', '???'],
  ])('"%s" and "%s" are different', (one, other) => {
    expect(isSameBusinessName(one, other)).toBe(false);
  });

  test('are compared symmetrically, and a name equals itself', () => {
    const name = fc.stringMatching(/^[A-Z][a-z]{2,8}( [A-Z][a-z]{2,8}){0,3}$/);
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(isSameBusinessName(one, one.toUpperCase())).toBe(true);
        expect(isSameBusinessName(one, other)).toBe(isSameBusinessName(other, one));
      }),
    );
  });
});
