import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#shared/db/expressions';
import { type NumberedList, pageOf, readNumberedPage } from '#shared/db/lists/numbered-list';
import type { TableReader } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';

const numbersOf = ({ first, last }: { first: number; last: number }): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => last - index);

describe('The pages of a range', () => {
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

  test('end: beyond the last page, every page is empty', () => {
    for (const page of [3, 4, 999_999_999]) {
      expect(numbersOf(pageOf({ first: 1, last: 40 }, { page, limit: 20 }))).toStrictEqual([]);
    }
  });
});

/** A list with entries 1 to `length`, and the calls made to read it. */
const numberedList = (length: number) => {
  const requested: RangeQuery[] = [];
  const read = (range: RangeQuery): Item[] => {
    requested.push(range);
    const [from = 1, to = length] = range.between?.map(Number) ?? [];
    const numbers = Array.from({ length }, (_, index) => length - index).filter((one) => one >= from && one <= to);
    return numbers.slice(0, range.limit).map((one) => ({ pk: 'P', sk: String(one) }));
  };
  const table = {
    query: async (range: RangeQuery) => ({ items: read(range) }),
    queryAll: async (range: RangeQuery) => read(range),
  } as unknown as TableReader;
  return { table, asked: requested };
};

const list: NumberedList = { partition: 'P' };

describe('Reading a page of a numbered list', () => {
  test('returns what a read of the whole list would, in one call, and reads only what it returns', async () => {
    const requested = {
      length: fc.nat(60),
      page: fc.integer({ min: 1, max: 12 }),
      limit: fc.integer({ min: 1, max: 20 }),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(requested), async ({ length, page, limit }) => {
        const { table, asked: requested } = numberedList(length);
        const { entries: items, total } = await readNumberedPage(table, list, { page, limit }, Promise.resolve(length));
        const newestFirst = Array.from({ length }, (_, index) => String(length - index));
        expect(items.map(({ sk }) => sk)).toStrictEqual(newestFirst.slice((page - 1) * limit, page * limit));
        expect(total).toBe(length);
        expect(requested).toHaveLength(page === 1 || items.length > 0 ? 1 : 0);
      }),
    );
  });

  test('does not wait for the total before the first page', async () => {
    const { table, asked: requested } = numberedList(3);
    const { promise, resolve } = Promise.withResolvers<number>();
    const reading = readNumberedPage(table, list, { page: 1, limit: 2 }, promise);
    expect(requested).toHaveLength(1);
    resolve(3);
    expect((await reading).total).toBe(3);
  });
});
