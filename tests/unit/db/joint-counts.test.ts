import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { put, update } from '#shared/db/expressions';
import { join } from '#shared/db/key-parts';
import { newerOf, onLatest } from '#shared/db/latest';
import { cellEntry, type ListHead, nextPlace } from '#shared/db/lists/counted-list';
import { readCountedPage } from '#shared/db/lists/counted-pages';
import {
  countedByOrder,
  type JointList,
  jointAddition,
  jointCountWrites,
  jointHeadRecord,
  numbersOfItem,
  readJointHead,
} from '#shared/db/lists/joint-counts';
import type { Table } from '#shared/db/operations';
import { unitsFor } from '#tests/bench/cloud/units';
import { jointCountsOf } from '#tests/support/counted-lists';
import { memoryTable } from '#tests/support/memory-table';

const CELLS = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2'] as const;
type Cell = (typeof CELLS)[number];

const LIST: JointList<Cell> = {
  partition: 'THINGS',
  index: 'gsi1',
  cells: (cell) => join('THINGS', cell),
  ...countedByOrder(CELLS),
};

const CHAPTER_NUMBERS = numbersOfItem(LIST);

const keyOf = (number: number) => ({ pk: `THING#${number}`, sk: 'THING' });

const cellAt = (number: number): Cell => CELLS[number % CELLS.length] ?? 'a1';

/** A table whose list has this many entries. */
const filled = async (length: number) => {
  const table = memoryTable();
  for (const item of jointCountsOf(LIST, length, cellAt)) await table.write(put({ ...item, unread: length }));
  for (let number = 1; number <= length; number++) {
    await table.write(put({ ...keyOf(number), ...cellEntry(LIST, cellAt(number), number), number }));
  }
  return table;
};

/** Adds an entry to the end, from this head. */
const add = async (table: Table, from: ListHead, cell: Cell): Promise<number> => {
  const attempt = async (head: ListHead) => {
    const place = nextPlace(head, 0);
    const item = put({ ...keyOf(place.number), ...cellEntry(LIST, cell, place.number), number: place.number });
    const result = await table.transact({ ...jointAddition(LIST, cell, place, { unread: 1 }), item });
    return { result, value: place.number };
  };
  const { result, value } = await onLatest(from, attempt, newerOf(jointHeadRecord(LIST), 'anything'), {
    retry: { attempts: 100, waitMs: () => 0 },
  });
  expect(result.written).toBe(true);
  return value;
};

const move = (table: Table, number: number, from: Cell, to: Cell) =>
  table.transact([
    update(keyOf(number), { set: cellEntry(LIST, to, number), when: { gsi1pk: { equals: LIST.cells(from) } } }),
    ...jointCountWrites(LIST, [
      { cell: from, number, by: -1 },
      { cell: to, number, by: 1 },
    ]),
  ]);

const numbersOf = async (table: Table, cells: readonly Cell[]): Promise<readonly unknown[]> => {
  const numbers: unknown[] = [];
  for (let page = 1; ; page++) {
    const { entries, total } = await readCountedPage(table, LIST, cells, { page, limit: 7 });
    numbers.push(...entries.map(({ number }) => number));
    if (entries.length === 0) {
      expect(numbers).toHaveLength(total);
      return numbers;
    }
  }
};

const stateOf = async (table: Table) => (await table.get({ pk: LIST.partition, sk: 'HEAD' }))?.['unread'];

describe('A list whose cells are counted together', () => {
  test('writes one item for an addition, and one for a change of cell with a count of the whole list', () => {
    expect(jointAddition(LIST, 'a1', { number: 5, atMs: 1 }, { unread: 1 })).toMatchObject({ first: undefined });
    const changes = [{ cell: 'a1', number: 5, by: -1 } as const, { cell: 'a2', number: 5, by: 1 } as const];
    expect(jointCountWrites(LIST, changes, { unread: -1 })).toHaveLength(1);
    const beyond = changes.map((change) => ({ ...change, number: CHAPTER_NUMBERS + 1 }));
    expect(jointCountWrites(LIST, beyond, { unread: -1 })).toMatchObject([
      { key: { sk: 'COUNT#000000000001' }, add: { '0a': -1, '0b': 1 }, when: { '0a': { atLeast: 1 } } },
      { key: { sk: 'HEAD' }, add: { unread: -1 }, when: { unread: { atLeast: 1 } } },
    ]);
    const later = CHAPTER_NUMBERS * 3 + 2;
    expect(jointAddition(LIST, 'a1', { number: later, atMs: 1 })).toMatchObject({ first: undefined });
    expect(jointAddition(LIST, 'a1', { number: later, atMs: 1 }, { unread: 1 }).first).toBeDefined();
  });

  test('keeps every item that it writes below a kilobyte, however its cells are mixed', () => {
    const long = { ...LIST, partition: `VENDORALERTS#usr_${'x'.repeat(26)}#sandbox#cmp_${'x'.repeat(26)}` };
    for (const item of jointCountsOf(long, CHAPTER_NUMBERS * 2, cellAt)) {
      const stored = Object.entries({ ...item, unread: 99_999, newestChapter: 9_999 }).map(([name, value]) => [
        name,
        typeof value === 'number' ? { N: String(value) } : { S: String(value) },
      ]);
      expect(unitsFor(Object.fromEntries(stored))).toBe(1);
    }
  });

  test.each([0, 1, 31, 32, 639, 640, 641, 1279, 1280, 1290])(
    'gives two who add at once after %i entries the next two numbers, and counts both',
    async (length) => {
      const table = await filled(length);
      const head = await readJointHead(table, LIST);
      expect(head.lastNumber).toBe(length);
      // Both start from the same head, so that the second is refused by the first.
      expect([await add(table, head, 'a1'), await add(table, head, 'c2')]).toStrictEqual([length + 1, length + 2]);
      expect((await readJointHead(table, LIST)).lastNumber).toBe(length + 2);
      expect((await readCountedPage(table, LIST, CELLS, { page: 1, limit: 3 })).total).toBe(length + 2);
      expect(await stateOf(table)).toBe(length + 2);
    },
  );

  test('finds the end however old the head is that an addition starts from', async () => {
    const table = await filled(638);
    const old = await readJointHead(table, LIST);
    for (let number = 639; number <= 1290; number++) expect(await add(table, old, cellAt(number))).toBe(number);
    expect(await numbersOf(table, CELLS)).toStrictEqual(Array.from({ length: 1290 }, (_, index) => 1290 - index));
  });

  test('refuses an entry that leaves a cell which did not count it', async () => {
    const table = await filled(3);
    const { written } = await move(table, 1, 'd1', 'd2');
    expect(written).toBe(false);
    expect((await table.transact(jointCountWrites(LIST, [{ cell: 'd1', number: 1, by: -1 }]))).written).toBe(false);
  });

  test('pages any of its cells exactly after any changes', async () => {
    const cell = fc.constantFrom(...CELLS);
    const changes = fc.array(fc.record({ pick: fc.nat(1300), to: cell }), { maxLength: 20 });
    const lengths = fc.constantFrom(3, 40, 643, 1282);
    await fc.assert(
      fc.asyncProperty(lengths, changes, fc.subarray([...CELLS], { minLength: 1 }), async (length, moves, cells) => {
        const table = await filled(length);
        const model = new Map(Array.from({ length }, (_, index) => [index + 1, cellAt(index + 1)] as const));
        for (const { pick, to } of moves) {
          const number = (pick % length) + 1;
          const from = model.get(number) ?? 'a1';
          if (from === to) continue;
          expect((await move(table, number, from, to)).written).toBe(true);
          model.set(number, to);
        }
        const wanted = [...model].filter(([, one]) => cells.includes(one)).map(([number]) => number);
        expect(await numbersOf(table, cells)).toStrictEqual(wanted.reverse());
      }),
      { numRuns: 12 },
    );
  });
});
