import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isKeyPart, join, padded } from '#shared/db/key-parts';
import { walletKeys } from '#shared/wallet/keys';
import { builders, partsFor } from './key-builders.ts';

/** Numeric parts, which are padded. */
const NUMBERS: Readonly<Record<string, number>> = {
  auditEntry: 0,
  feedPage: 2,
  ledgerEntry: 2,
  response: 1,
  chatMessage: 3,
  rateLimit: 2,
  point: 1,
  fanOutProgress: 1,
  keptMail: 2,
  tagEntry: 2,
  logCounts: 1,
};

describe('a part from outside', () => {
  test.each(builders)('of %s cannot reach into another key: "#" and an empty text are refused', (name, builder) => {
    const parts = partsFor(builder);
    expect(() => builder(...parts)).not.toThrow();
    for (let index = 0; index < parts.length; index++) {
      if (NUMBERS[name] === index) continue;
      for (const bad of ['', '#', 'a#b', 'SESSION#']) {
        expect(() => builder(...parts.with(index, bad))).toThrow(RangeError);
      }
    }
  });

  test('can be checked beforehand', () => {
    expect(['usr_1', 'ädress@example.com', 'a'.repeat(256)].every(isKeyPart)).toBe(true);
    expect(['', 'a#b', 'a'.repeat(257)].some(isKeyPart)).toBe(false);
  });

  test('never gives two different things the same key', () => {
    const part = fc.string({ minLength: 1 }).filter((text) => !text.includes('#'));
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        expect(join('P', a, b)).not.toBe(join('P', c, d));
      }),
    );
  });
});

describe('numbers in keys', () => {
  test('sort as numbers do', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999_999 }), fc.nat({ max: 999_999_999_999 }), (a, b) => {
        const [one, other] = [padded(a), padded(b)];
        return Math.sign(a - b) === (one < other ? -1 : one > other ? 1 : 0);
      }),
    );
  });

  test('keep all their digits', () => {
    expect(walletKeys.ledgerEntry('usr_1', 'live', 12).sk).toBe('ENTRY#000000000012');
  });
});
