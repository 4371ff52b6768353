import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isKeyPart, keys, lists } from '#shared/db/keys';

type Builder = (...parts: (string | number)[]) => unknown;

const partsFor = (builder: Builder): string[] => Array.from({ length: builder.length }, (_, index) => `part${index}`);

const isPartition = (built: unknown): boolean => typeof built === 'string' && built.includes('#');

/** Every builder of a key, and of the partition of a list, that takes parts. Sort keys of lists are made of our own. */
const builders: [string, Builder][] = [
  ...Object.entries(keys as Record<string, Builder>).filter(([, builder]) => builder.length > 0),
  ...Object.entries(lists).flatMap(([name, builder]): [string, Builder][] =>
    typeof builder === 'function' && isPartition((builder as Builder)(...partsFor(builder as Builder)))
      ? [[name, builder as Builder]]
      : [],
  ),
];

/** Parts that are numbers: they are padded, not joined as they are. */
const NUMBERS: Readonly<Record<string, number>> = { ledgerEntry: 2, attempt: 1, rateLimit: 2, parkedDelivery: 1 };

describe('a part from outside', () => {
  test.each(builders)('of %s can reach into no other key: "#" and nothing are refused', (name, builder) => {
    const parts = partsFor(builder);
    expect(() => builder(...parts)).not.toThrow();
    for (let index = 0; index < parts.length; index++) {
      if (NUMBERS[name] === index) continue;
      for (const bad of ['', '#', 'a#b', 'SESSION#']) {
        expect(() => builder(...parts.with(index, bad))).toThrow(RangeError);
      }
    }
  });

  test('can be asked beforehand', () => {
    expect(['usr_1', 'ädress@example.com', 'a'.repeat(256)].every(isKeyPart)).toBe(true);
    expect(['', 'a#b', 'a'.repeat(257)].some(isKeyPart)).toBe(false);
  });

  test('makes no two different things share a key', () => {
    const part = fc.string({ minLength: 1 }).filter((text) => !text.includes('#'));
    fc.assert(
      fc.property(part, part, part, part, (a, b, c, d) => {
        fc.pre(a !== c || b !== d);
        expect(keys.wallet(a, b)).not.toStrictEqual(keys.wallet(c, d));
      }),
    );
  });
});

describe('numbers in keys', () => {
  test('sort as numbers do', () => {
    fc.assert(
      fc.property(fc.nat({ max: 999_999_999_999 }), fc.nat({ max: 999_999_999_999 }), (a, b) => {
        const [one, other] = [keys.ledgerEntry('u', 'live', a).sk, keys.ledgerEntry('u', 'live', b).sk];
        return Math.sign(a - b) === (one < other ? -1 : one > other ? 1 : 0);
      }),
    );
  });
});

describe('the table of access patterns', () => {
  const source = readFileSync('shared/db/keys.ts', 'utf8');
  const rows = Array.from(source.matchAll(/^ \* \| (\d+) +\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|$/gm), (match) =>
    match.slice(1).map((cell) => cell.trim()),
  );

  test('is numbered without a gap', () => {
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map(([number]) => Number(number))).toStrictEqual(rows.map((_, index) => index + 1));
  });

  test('has the partition of every key', () => {
    const documented = new Set(rows.map(([, , , partition = '']) => partition.split('#')[0]));
    const keyBuilders = Object.values(keys) as Builder[];
    for (const builder of keyBuilders) {
      const { pk } = builder(...partsFor(builder)) as { pk: string };
      expect(documented).toContain(pk.split('#')[0]);
    }
  });
});
