import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pageOf } from '#shared/wallet/ledger-pages';

const numbersOf = ({ first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);

describe('The pages of a stretch', () => {
  test('show every entry once, newest first, each page full but the last', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 1, max: 100 }),
        (first, length, limit) => {
          const stretch = { first, last: first + length - 1 };
          const pages = Array.from({ length: Math.ceil(length / limit) }, (_, index) =>
            numbersOf(pageOf(stretch, { page: index + 1, limit })),
          );
          expect(pages.flat()).toStrictEqual(numbersOf(stretch));
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
        },
      ),
    );
  });

  test('end: what lies behind the last page is empty, however far', () => {
    for (const page of [3, 4, 999_999_999]) {
      expect(numbersOf(pageOf({ first: 1, last: 40 }, { page, limit: 20 }))).toStrictEqual([]);
    }
  });
});
