import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Item } from '#shared/db/expressions';
import { readNewest, readWhole } from '#shared/db/lists/read-ranges';
import type { RangePage, RangeQuery } from '#shared/db/range-reader';

/** A list of `length` items that returns at most `batch` of them per call, as DynamoDB does after a megabyte. */
const listOf = (length: number, batch: number) => {
  const items = Array.from({ length }, (_, index): Item => ({ pk: 'P', sk: String(index) }));
  const requested: number[] = [];
  const query = async ({ limit = Number.POSITIVE_INFINITY, after }: RangeQuery): Promise<RangePage> => {
    requested.push(limit);
    const start = Number(after?.['start'] ?? 0);
    const end = Math.min(start + Math.min(limit, batch), length);
    // Like DynamoDB, it may report that more follows although it stopped exactly at the end.
    return { items: items.slice(start, end), ...(end - start === Math.min(limit, batch) && { next: { start: end } }) };
  };
  return { table: { query }, asked: requested, items };
};

const range = { partition: 'P' };

describe('Reading the newest of a list', () => {
  test('returns as many as requested, in whatever batches the list arrives', async () => {
    const counts = {
      length: fc.nat(60),
      batch: fc.integer({ min: 1, max: 25 }),
      count: fc.integer({ min: 1, max: 80 }),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(counts), async ({ length, batch, count }) => {
        const { table, items } = listOf(length, batch);
        expect(await readNewest(table, [range], count)).toStrictEqual(items.slice(0, count));
      }),
    );
  });

  test('requests no more than that, and never more than DynamoDB allows', async () => {
    const { table, asked: requested } = listOf(10_000, 1_000);
    await readNewest(table, [range], 1_020);
    expect(requested).toStrictEqual([1_000, 20]);
  });

  test('merges several ranges by their sort keys', async () => {
    const sortKeys = { even: ['8', '4', '2'], odd: ['9', '5', '3', '1'] };
    const query = async ({ partition, limit }: RangeQuery): Promise<RangePage> => ({
      items: sortKeys[partition as keyof typeof sortKeys].slice(0, limit).map((sk) => ({ pk: partition, sk })),
    });
    const newest = await readNewest({ query }, [{ partition: 'even' }, { partition: 'odd' }], 5);
    expect(newest.map(({ sk }) => sk)).toStrictEqual(['9', '8', '5', '4', '3']);
  });
});

describe('Reading a whole list', () => {
  test.each([0, 1, 24, 25, 26, 100])('returns all %i items in order', async (length) => {
    const { table } = listOf(length, 25);
    const entries = await readWhole(table, [range], ({ sk }) => sk, 100);
    expect(entries).toStrictEqual(Array.from({ length }, (_, index) => String(index)));
  });

  test('returns nothing of a list that exceeds its bound, and reads at most one item too many', async () => {
    const { table, asked: requested } = listOf(1_000, 25);
    expect(await readWhole(table, [range], ({ sk }) => sk, 100)).toBeUndefined();
    expect(requested).toStrictEqual([101, 76, 51, 26, 1]);
  });
});
