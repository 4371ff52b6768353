import { describe, expect, test } from 'vitest';
import { type Item, put, remove } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import type { RangeQuery } from '#shared/db/range-reader';
import { eventKeys } from '#shared/events/keys';
import { placedWrite } from '#shared/events/outbox';
import { placeUnpublished } from '#shared/events/outbox-search';
import { derivedId, newId, timeOfId } from '#shared/platform/ids';
import { memoryTable } from '#tests/support/memory-table';
import { makeOutboxWorld, type OutboxWorld } from '#tests/support/outbox-world';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const account = () => newId('usr', Date.now());
const numbersOf = ({ published }: OutboxWorld) => published.map(({ number }) => number).toSorted((a, b) => a - b);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

const newWorld = () => makeOutboxWorld(memoryTable());

/** Lets minutes pass, with a sweep at the end of each. */
const sweepFor = async (world: OutboxWorld, minutes: number): Promise<void> => {
  for (let minute = 0; minute < minutes; minute++) {
    world.pass(MINUTE_MS);
    await world.sweep();
  }
};

/** Lets events happen, a millisecond apart. */
const happen = async (world: OutboxWorld, accountId: string, count: number) => {
  for (let number = 0; number < count; number++) {
    await world.happen(accountId);
    world.pass(1);
  }
};

/** Replaces calls of the table until they are mended. */
const changing = (world: OutboxWorld, change: (table: Table) => Partial<Table>) => {
  const { table } = world.effects;
  world.effects.table = { ...table, ...change(table) };
  return () => Object.assign(world.effects, { table });
};

const progressOf = (world: OutboxWorld, search: 'first' | 'second') =>
  world.effects.table.get(eventKeys.outboxSearch(search));

const isPlace = (operation: Parameters<Table['write']>[0]) =>
  operation.kind === 'update' && Object.hasOwn(operation.set ?? {}, 'gsi4pk');
const isProgress = (operation: Parameters<Table['write']>[0]) =>
  operation.kind === 'update' && operation.key.pk.startsWith('OUTBOXSEARCH#');

describe('an event that the stream never brings is published', () => {
  test('within three minutes, once', async () => {
    const world = newWorld();
    await sweepFor(world, 1);
    world.pass(20_000);
    await world.happen(account());
    world.pass(-20_000);
    await sweepFor(world, 3);
    expect(numbersOf(world)).toEqual([1]);
    await sweepFor(world, 40);
    expect(numbersOf(world)).toEqual([1]);
  });

  test('although it was committed ten minutes after its id was made', async () => {
    const world = newWorld();
    await sweepFor(world, 15);
    await world.happen(account(), {}, -10 * MINUTE_MS);
    await sweepFor(world, 22);
    expect(numbersOf(world)).toEqual([1]);
  });

  test('within three minutes although its id is of a cause an hour before', async () => {
    const world = newWorld();
    await sweepFor(world, 2);
    await world.happen(account(), {}, 0, derivedId('sev', world.now() - HOUR_MS, Buffer.alloc(10, 7)));
    await sweepFor(world, 3);
    expect(numbersOf(world)).toEqual([1]);
  });

  test.each([-5, 5])('by a sweep whose clock is off by %i minutes once, and right afterwards', async (minutes) => {
    const world = newWorld();
    await sweepFor(world, 30);
    world.pass(minutes * MINUTE_MS);
    await world.sweep();
    world.pass(-minutes * MINUTE_MS);
    for (let minute = 0; minute < 10; minute++) {
      await world.happen(account());
      await sweepFor(world, 1);
    }
    await sweepFor(world, 32);
    expect(numbersOf(world)).toEqual(upTo(10));
  });

  test('within three minutes although the clock of a sweep was a day ahead', async () => {
    const world = newWorld();
    world.pass(24 * HOUR_MS);
    await world.sweep();
    world.pass(-24 * HOUR_MS);
    await world.happen(account());
    await sweepFor(world, 3);
    expect(numbersOf(world)).toEqual([1]);
  });

  test('after a day without sweeps, and by the first sweep of a stage', async () => {
    const world = newWorld();
    await happen(world, account(), 3);
    world.pass(24 * HOUR_MS);
    await world.sweep();
    expect(numbersOf(world)).toEqual(upTo(3));
    await happen(world, account(), 3);
    world.pass(24 * HOUR_MS);
    await world.sweep();
    expect(numbersOf(world)).toEqual(upTo(6));
  });

  test('once by two sweeps at once, neither of which loses the progress of the other', async () => {
    const world = newWorld();
    await Promise.all(upTo(5).map(() => happen(world, account(), 4)));
    world.pass(5 * MINUTE_MS);
    await Promise.all([world.sweep(), world.sweep()]);
    const progress = await progressOf(world, 'first');
    expect(progress).toBeDefined();
    world.pass(-MINUTE_MS);
    await world.sweep();
    expect(await progressOf(world, 'first')).toEqual(progress);
    world.pass(2 * MINUTE_MS);
    await world.sweep();
    expect(numbersOf(world)).toEqual(upTo(20));
  });

  test('by the next sweep if one dies after it placed some, or before it stored its progress', async () => {
    const world = newWorld();
    await happen(world, account(), 40);
    world.pass(5 * MINUTE_MS);
    let places = 0;
    const died = () => Promise.reject(new Error('It died'));
    const mend = changing(world, (table) => ({
      write: (operation) => (isPlace(operation) && ++places > 10 ? died() : table.write(operation)),
    }));
    expect(await placeUnpublished(world.effects)).not.toEqual([]);
    expect(await progressOf(world, 'first')).toBeUndefined();
    mend();
    const again = changing(world, (table) => ({
      write: (operation) => (isProgress(operation) ? died() : table.write(operation)),
    }));
    expect(await placeUnpublished(world.effects)).toMatchObject([{ message: 'It died' }]);
    again();
    await world.sweep();
    expect(numbersOf(world)).toEqual(upTo(40));
  });

  test('although there are more than a run finds, in as many runs as that takes', async () => {
    const world = newWorld();
    const { table } = world.effects;
    const accountId = account();
    await world.happen(accountId);
    const [event] = await world.unpublished();
    const atMs = world.now();
    const items = upTo(1_100).map((number): Item => {
      const eventId = derivedId('sev', atMs, Buffer.from(String(number).padStart(10, '0')));
      return { ...event, ...eventKeys.outboxEvent(accountId, eventId), eventId };
    });
    await Promise.all(items.map((item) => table.write(put(item))));
    world.pass(5 * MINUTE_MS);
    const placed: number[] = [];
    for (let run = 0; run < 3; run++) {
      await placeUnpublished(world.effects);
      placed.push((await world.unpublished()).filter((item) => item['gsi4pk'] !== undefined).length);
    }
    expect(placed[0]).toBe(500);
    expect(placed[2]).toBe(1_101);
  });
});

describe('an event that the stream publishes', () => {
  test('gets no place, and no sweep writes it again', async () => {
    const world = newWorld();
    const record = await world.happen(account());
    await world.publish([record]);
    const item = await world.itemOf(record);
    expect(item).toMatchObject({ publishedAt: expect.any(String), feedNumber: 1 });
    expect(item).not.toHaveProperty('gsi4pk');
    const written: unknown[] = [];
    changing(world, (table) => ({
      write: (operation) => {
        if (!isProgress(operation)) written.push(operation);
        return table.write(operation);
      },
    }));
    await sweepFor(world, 40);
    expect(written).toEqual([]);
    expect(await world.itemOf(record)).toEqual(item);
  });

  test('while a sweep finds it, or that is gone by then, is left as it is', async () => {
    const world = newWorld();
    const accountId = account();
    const [published, gone] = [await world.happen(accountId), await world.happen(accountId)];
    const goneKey = { pk: String(gone.dynamodb?.Keys?.['pk']?.S), sk: String(gone.dynamodb?.Keys?.['sk']?.S) };
    world.pass(2 * MINUTE_MS);
    const mend = changing(world, (table) => ({
      query: async (range: RangeQuery) => {
        const page = await table.query(range);
        if (range.where && page.items.length === 2) {
          mend();
          await table.write(remove(goneKey));
          await world.publish([published]);
        }
        return page;
      },
    }));
    await world.sweep();
    expect(numbersOf(world)).toEqual([1]);
    expect(await world.itemOf(published)).not.toHaveProperty('gsi4pk');
  });

  test('and that the bus refuses for two minutes, has its place from the stream, however old its id', async () => {
    const world = newWorld();
    await sweepFor(world, 15);
    const record = await world.happen(account(), {}, -10 * MINUTE_MS);
    world.bus(() => 'refused');
    expect(await world.publish([record])).toEqual({ batchItemFailures: [] });
    world.bus(() => 'taken');
    await sweepFor(world, 1);
    expect(numbersOf(world)).toEqual([1]);
  });
});

describe('an event that the table does not place', () => {
  const refusing = (world: OutboxWorld, sk: string, failure: Error) =>
    changing(world, (table) => ({
      write: (operation) =>
        isPlace(operation) && operation.kind === 'update' && operation.key.sk === sk
          ? Promise.reject(failure)
          : table.write(operation),
    }));

  test('does not keep others from being published: it is reported by its key, and published once possible', async () => {
    const world = newWorld();
    await happen(world, account(), 300);
    world.pass(5 * MINUTE_MS);
    const [first] = (await world.unpublished()).toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
    const mend = refusing(
      world,
      String(first?.sk),
      Object.assign(new Error('Refused'), { name: 'ValidationException' }),
    );
    await expect(world.sweep()).rejects.toThrow('Refused');
    expect(numbersOf(world)).toEqual(upTo(300).slice(1));
    expect(await progressOf(world, 'first')).toBeUndefined();
    expect(world.lines).toContainEqual(
      expect.objectContaining({ code: 'ITEM_NOT_MOVED', messageId: expect.stringContaining(String(first?.sk)) }),
    );
    mend();
    await sweepFor(world, 1);
    expect(numbersOf(world)).toEqual(upTo(300));
  });

  test('in an outage is tried again, and no more are read meanwhile', async () => {
    const world = newWorld();
    await happen(world, account(), 300);
    world.pass(5 * MINUTE_MS);
    const [first] = (await world.unpublished()).toSorted((one, other) => (one.sk < other.sk ? -1 : 1));
    const mend = refusing(world, String(first?.sk), Object.assign(new Error('Busy'), { name: 'ThrottlingException' }));
    await expect(world.sweep()).rejects.toThrow('Busy');
    expect(numbersOf(world)).toEqual(upTo(25).slice(1));
    mend();
    await sweepFor(world, 1);
    expect(numbersOf(world)).toEqual(upTo(300));
  });
});

test('an event that has a place already keeps it', async () => {
  const world = newWorld();
  const record = await world.happen(account());
  const item = (await world.itemOf(record)) as Item;
  const event = { accountId: String(item['accountId']), eventId: String(item['eventId']) };
  expect(await world.effects.table.write(placedWrite(item, event, 1_000))).toMatchObject({ written: true });
  expect(await world.effects.table.write(placedWrite(item, event, 2_000))).toMatchObject({ written: false });
});

describe('after a standstill of the stream', () => {
  const HOURS_READ = 24 + 12;

  /** The spans of the outbox that are read for the feed of a new account, in hours before now. */
  const hoursRead = async (world: OutboxWorld) => {
    const record = await world.happen(account());
    world.pass(2 * HOUR_MS);
    const spans: number[][] = [];
    changing(world, (table) => ({
      queryAll: (range, bound) => {
        const times = range.between?.map((key) => timeOfId(key.slice(key.indexOf('_') - 3)));
        spans.push((times ?? []).map((atMs) => Math.round((world.now() - atMs) / HOUR_MS)));
        return table.queryAll(range, bound);
      },
    }));
    await world.publish([record]);
    return spans;
  };

  test('only as much is read of the outbox as sweeps may not have numbered', async () => {
    const world = newWorld();
    await sweepFor(world, 1);
    expect(await hoursRead(world)).toEqual([[HOURS_READ + 2, 24]]);
  });

  test('without a sweep, all of it is read', async () => {
    const world = newWorld();
    expect(await hoursRead(world)).toEqual([[Math.round(world.now() / HOUR_MS), 24]]);
  });
});
