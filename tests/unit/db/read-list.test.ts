import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#shared/db/expressions';
import type { RangePage, RangeQuery } from '#shared/db/range-reader';
import { readPage, readWhole } from '#shared/db/read-list';

/** A list of `length` items that returns at most `batch` of them a call, as DynamoDB does after a megabyte. */
const listOf = (length: number, batch: number) => {
  const items = Array.from({ length }, (_, index): Item => ({ pk: 'P', sk: String(index) }));
  const asked: number[] = [];
  const query = async ({ limit = Number.POSITIVE_INFINITY, after }: RangeQuery): Promise<RangePage> => {
    asked.push(limit);
    const start = Number(after?.['start'] ?? 0);
    const end = Math.min(start + Math.min(limit, batch), length);
    // Like DynamoDB, it may report that more follows when it stopped exactly at the end.
    return { items: items.slice(start, end), ...(end - start === Math.min(limit, batch) && { next: { start: end } }) };
  };
  return { table: { query }, asked, items };
};

const range = { partition: 'P' };

describe('Reading a page', () => {
  test('returns exactly the items of that page, however the list arrives', async () => {
    const counts = { length: fc.nat(60), batch: fc.integer({ min: 1, max: 25 }) };
    const pages = { page: fc.integer({ min: 1, max: 12 }), limit: fc.integer({ min: 1, max: 20 }) };
    await fc.assert(
      fc.asyncProperty(fc.record({ ...counts, ...pages }), async ({ length, batch, page, limit }) => {
        const { table, items } = listOf(length, batch);
        expect(await readPage(table, range, { page, limit })).toStrictEqual(
          items.slice((page - 1) * limit, page * limit),
        );
      }),
    );
  });

  test('reads no further than the end of the page', async () => {
    const { table, asked } = listOf(1_000, 1_000);
    await readPage(table, range, { page: 3, limit: 20 });
    expect(asked).toStrictEqual([60]);
  });

  test('requests a number that DynamoDB accepts, however far away the page is', async () => {
    const { table, asked } = listOf(10, 10);
    expect(await readPage(table, range, { page: 999_999_999, limit: 100 })).toStrictEqual([]);
    expect(Math.max(...asked)).toBeLessThanOrEqual(1_000);
  });
});

describe('Reading a whole list', () => {
  test.each([0, 1, 24, 25, 26, 100])('gives all %i items in order', async (length) => {
    const { table } = listOf(length, 25);
    const entries = await readWhole(table, range, ({ sk }) => sk, 100);
    expect(entries).toStrictEqual(Array.from({ length }, (_, index) => String(index)));
  });

  test('returns nothing of a list that exceeds its bound, and reads at most one item too many', async () => {
    const { table, asked } = listOf(1_000, 25);
    expect(await readWhole(table, range, ({ sk }) => sk, 100)).toBeUndefined();
    expect(asked).toStrictEqual([101, 76, 51, 26, 1]);
  });
});
