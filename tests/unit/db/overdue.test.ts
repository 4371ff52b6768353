import { describe, expect, test } from 'vitest';
import { type Item, put, remove, update } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { sweep } from '#shared/db/sweep';
import { isoTime } from '#shared/platform/clock';
import { memoryTable } from '#tests/support/memory-table';
import { recordedEffects } from '#tests/support/recorded-effects';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const PARTITION = 'DUE#0';

const keyOf = (number: number) => ({ pk: `THING#${number}`, sk: 'THING' });

const placeAt = (atMs: number, number: number) => ({ gsi4pk: PARTITION, gsi4sk: `${isoTime(atMs)}~${number}` });

/** A table with things that have been due for so many seconds: 1, 2, 3 and so on. */
const withDue = async (count: number) => {
  const table = memoryTable();
  for (let number = 1; number <= count; number++) {
    await table.write(put({ ...keyOf(number), ...placeAt(NOW_MS - number * 1000, number), number, state: 'first' }));
  }
  return table;
};

/** A sweep, and what it handled. */
const sweepOf = (table: Table) => {
  const handled: Item[] = [];
  const run = sweep({
    partitions: [PARTITION],
    handle: async (item) => void handled.push(item),
    counts: { EventsSwept: () => 1 },
    logs: ['warn', 'EVENTS_SWEPT'],
  });
  return { handled, run: () => run({ ...recordedEffects(table, NOW_MS).effects, table }) };
};

/** A table whose index still shows what it showed when this was called. */
const lagging = async (table: Table): Promise<Table> => {
  const shown = await table.query({ index: 'gsi4', partition: PARTITION });
  return { ...table, query: async () => shown };
};

describe('A sweep', () => {
  test('handles what is due, oldest first, with all of its attributes', async () => {
    const table = await withDue(30);
    const { handled, run } = sweepOf(table);
    await run();
    expect(handled.map(({ number }) => number)).toStrictEqual(Array.from({ length: 30 }, (_, index) => 30 - index));
    expect(handled[0]).toStrictEqual(await table.get(keyOf(30)));
  });

  test('handles an item as it is now, although its place was read before it changed', async () => {
    const table = await withDue(1);
    const late = await lagging(table);
    await table.write(update(keyOf(1), { set: { state: 'second' }, when: {} }));
    const { handled, run } = sweepOf(late);
    await run();
    expect(handled).toMatchObject([{ state: 'second' }]);
  });

  test.each([
    ['is gone', remove(keyOf(2))],
    ['is no longer due', update(keyOf(2), { remove: ['gsi4pk', 'gsi4sk'], when: {} })],
    ['is due later', update(keyOf(2), { set: placeAt(NOW_MS + 1000, 2), when: {} })],
    ['is due elsewhere', update(keyOf(2), { set: { gsi4pk: 'DUE#1' }, when: {} })],
  ])('passes over a place whose item %s since it was read, and handles the others', async (_, change) => {
    const table = await withDue(3);
    const late = await lagging(table);
    expect((await table.write(change)).written).toBe(true);
    const { handled, run } = sweepOf(late);
    await run();
    expect(handled.map(({ number }) => number)).toStrictEqual([3, 1]);
  });

  test('leaves what exceeds its thousand to the next one', async () => {
    const { handled, run } = sweepOf(await withDue(1_010));
    await run();
    expect(handled).toHaveLength(1_000);
  });
});
