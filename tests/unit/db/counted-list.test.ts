import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { put, update } from '#shared/db/expressions';
import { join } from '#shared/db/key-parts';
import { onLatest } from '#shared/db/latest';
import {
  additionWrites,
  type CountedList,
  cellEntry,
  countWrites,
  type ListHead,
  newerHead,
  nextPlace,
  readHead,
  removalWrite,
} from '#shared/db/lists/counted-list';
import { readCountedPage, readCountedWhole } from '#shared/db/lists/counted-pages';
import type { Table } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';
import { memoryTable } from '#tests/support/memory-table';

const CELLS = ['unread', 'read', 'closed'] as const;
type Cell = (typeof CELLS)[number];

const LIST: CountedList<Cell> = { partition: 'THINGS', index: 'gsi1', cells: (cell) => join('THINGS', cell) };

/** An entry in the model of a test: its number stays, its cell changes. */
interface Entry {
  readonly number: number;
  readonly cell: Cell;
}

const keyOf = (number: number) => ({ pk: `THING#${number}`, sk: 'THING' });

const add = async (table: Table, cell: Cell, nowMs = 0): Promise<number> => {
  const attempt = async (head: ListHead) => {
    const place = nextPlace(head, nowMs);
    const item = { ...keyOf(place.number), ...cellEntry(LIST, cell, place.number), number: place.number };
    return { result: await table.transact([put(item), ...additionWrites(LIST, cell, place)]), value: place.number };
  };
  const { result, value } = await onLatest(await readHead(table, LIST), attempt, newerThing, {
    retry: { attempts: 1_000, waitMs: () => 0 },
  });
  expect(result.written).toBe(true);
  return value;
};

/** An entry with the same number may also have refused: only the head tells that the list has changed. */
const newerThing: ReturnType<typeof newerHead> = (head, found) =>
  newerHead(LIST)(
    head,
    found.filter((item) => item?.sk !== 'THING'),
  );

const move = async (table: Table, { number, cell }: Entry, to: Cell): Promise<boolean> => {
  const { written } = await table.transact([
    update(keyOf(number), { set: cellEntry(LIST, to, number), when: { gsi1pk: { equals: LIST.cells(cell) } } }),
    ...countWrites(LIST, [
      { cell, number, by: -1 },
      { cell: to, number, by: 1 },
    ]),
  ]);
  return written;
};

const remove = async (table: Table, { number, cell }: Entry): Promise<boolean> => {
  const { written } = await table.transact([
    update(keyOf(number), { remove: ['gsi1pk', 'gsi1sk'], when: { gsi1pk: { equals: LIST.cells(cell) } } }),
    removalWrite(LIST, cell, number),
  ]);
  return written;
};

/** Fills a table: most entries at once, then some that move or are deleted. */
const filled = async (length: number, changes: readonly (readonly [at: number, to: Cell | 'gone'])[]) => {
  const table = memoryTable();
  let entries: Entry[] = [];
  for (let made = 0; made < length; made++) {
    const cell = CELLS[made % 2] as Cell;
    entries.push({ number: await add(table, cell), cell });
  }
  for (const [at, to] of changes) {
    const entry = entries[at % Math.max(1, entries.length)];
    if (!entry) continue;
    expect(await (to === 'gone' ? remove(table, entry) : move(table, entry, to))).toBe(true);
    entries =
      to === 'gone'
        ? entries.filter((one) => one !== entry)
        : entries.map((one) => (one === entry ? { ...entry, cell: to } : one));
  }
  return { table, entries };
};

const newestOf = (entries: readonly Entry[], cells: readonly Cell[]): number[] =>
  entries
    .filter(({ cell }) => cells.includes(cell))
    .map(({ number }) => number)
    .toReversed();

const someCells = fc.subarray([...CELLS], { minLength: 1 });
const changes = fc.array(fc.tuple(fc.nat(500), fc.constantFrom<Cell | 'gone'>(...CELLS, 'gone')), { maxLength: 120 });

describe('A page of a counted list', () => {
  test('shows what a read of the whole list would, with the exact total, whatever was moved or deleted', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(300),
        changes,
        someCells,
        fc.integer({ min: 1, max: 40 }),
        async (length, changed, cells, limit) => {
          const { table, entries } = await filled(length, changed);
          const expected = newestOf(entries, cells);
          for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page++) {
            const { entries: items, total } = await readCountedPage(table, LIST, cells, { page, limit });
            expect(items.map((item) => item['number'])).toStrictEqual(expected.slice((page - 1) * limit, page * limit));
            expect(total).toBe(expected.length);
          }
          const whole = await readCountedWhole(table, LIST, cells, (item) => item['number'], 300);
          expect(whole).toStrictEqual(expected);
        },
      ),
      { numRuns: 25 },
    );
  });

  test('costs at most two sequential calls, and reads less than a block of excess entries in each cell', async () => {
    const { table } = await filled(4_200, [
      [4_100, 'gone'],
      [17, 'gone'],
    ]);
    for (const page of [1, 2, 50, 105, 210, 9_999_999]) {
      const requested: RangeQuery[] = [];
      let entriesRead = 0;
      const watched: Table = {
        ...table,
        query: async (range) => {
          requested.push(range);
          const found = await table.query(range);
          entriesRead += found.items.length;
          return found;
        },
        queryAll: (range) => {
          requested.push(range);
          return table.queryAll(range);
        },
      };
      await readCountedPage(watched, LIST, ['unread', 'read'], { page, limit: 20 });
      expect(requested.length).toBeLessThanOrEqual(3);
      expect(entriesRead).toBeLessThanOrEqual(2 * (20 + 31));
    }
  });
});

describe('The counts of a list', () => {
  test('stay exact when many entries are added, moved and deleted at once', async () => {
    const table = memoryTable();
    const numbers = await Promise.all(Array.from({ length: 60 }, () => add(table, 'unread')));
    expect(numbers.toSorted((one, other) => one - other)).toStrictEqual(Array.from({ length: 60 }, (_, i) => i + 1));
    // Each change is made twice: one of two equal changes is refused, and counts nothing.
    const moved = await Promise.all(
      [...numbers, ...numbers].map((number) => move(table, { number, cell: 'unread' }, 'read')),
    );
    expect(moved.filter(Boolean)).toHaveLength(60);
    const removed = await Promise.all([1, 1, 2, 3].map((number) => remove(table, { number, cell: 'read' })));
    expect(removed.filter(Boolean)).toHaveLength(3);
    const totals = await Promise.all(
      CELLS.map(async (cell) => (await readCountedPage(table, LIST, [cell], { page: 1, limit: 1 })).total),
    );
    expect(totals).toStrictEqual([0, 57, 0]);
  });

  test('refuse a change that would take them below zero', async () => {
    const table = memoryTable();
    await add(table, 'unread');
    expect((await table.transact([removalWrite(LIST, 'read', 1)])).written).toBe(false);
  });
});

describe('The head of a list', () => {
  test('gives later times to later numbers, whatever the clocks say', () => {
    expect(nextPlace({ lastNumber: 0, newestAtMs: 0 }, 1_000)).toStrictEqual({ number: 1, atMs: 1_000 });
    expect(nextPlace({ lastNumber: 7, newestAtMs: 5_000 }, 1_000)).toStrictEqual({ number: 8, atMs: 5_001 });
  });

  test('allows a retry only if nothing else refused and it has changed', () => {
    const found = { pk: 'THINGS', sk: 'HEAD', lastNumber: 3, newestAtMs: 9 };
    const newer = newerHead(LIST);
    expect(newer({ lastNumber: 2, newestAtMs: 8 }, [found])).toMatchObject({ lastNumber: 3 });
    expect(newer({ lastNumber: 3, newestAtMs: 9 }, [found])).toBeUndefined();
    expect(newer({ lastNumber: 2, newestAtMs: 8 }, [found, { pk: 'OTHER', sk: 'X' }])).toBeUndefined();
  });
});
