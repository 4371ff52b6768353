import { describe, expect, test } from 'vitest';
import { memoryTable } from '#tests/support/memory-table';
import { type BusMind, makeOutboxWorld, type OutboxWorld } from '#tests/support/outbox-world';
import { randomOfTest } from '#tests/support/random';
import { accountsOf, happen, makeStreams } from './outbox-streams.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How often each event reached the bus, by its number. */
const timesPublished = ({ published }: OutboxWorld): ReadonlyMap<number, number> => {
  const times = new Map<number, number>();
  for (const { number } of published) times.set(number, (times.get(number) ?? 0) + 1);
  return times;
};

/** Requires that every event reached the bus, and none more often than this. */
const expectPublished = (world: OutboxWorld, count: number, atMost: number): void => {
  const times = timesPublished(world);
  expect([...times.keys()].toSorted((a, b) => a - b)).toStrictEqual(
    Array.from({ length: count }, (_, index) => index + 1),
  );
  expect(Math.max(...times.values())).toBeLessThanOrEqual(atMost);
};

/** Requires that the events of an account reached the bus in order, apart from repeats. */
const expectInOrder = ({ published }: OutboxWorld, accountId: string): void => {
  const firsts = new Set(published.filter((one) => one.accountId === accountId).map(({ number }) => number));
  expect([...firsts]).toStrictEqual([...firsts].toSorted((a, b) => a - b));
};

const down: BusMind = () => {
  throw new Error('The bus is out of reach');
};

describe('an outage of the bus', () => {
  test('of an hour loses no event: all are published afterwards, at most twice', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest());
    const accounts = accountsOf(4);
    world.bus(down);
    await happen(world, streams, accounts, { each: 50, withinMs: HOUR_MS });
    expect(world.published).toStrictEqual([]);
    world.bus(() => 'taken');
    await streams.until(world.now() + 10 * MINUTE_MS);
    expectPublished(world, 200, 2);
    expect(await world.unpublished()).toStrictEqual([]);
    expect(streams.discarded()).toStrictEqual([]);
  });

  test('makes few calls to the bus while it lasts: a probe for each try, whatever waits', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest());
    world.bus(down);
    await happen(world, streams, accountsOf(2), { each: 100, withinMs: MINUTE_MS });
    const before = world.calls();
    await streams.until(world.now() + HOUR_MS);
    // One per minute and shard by the stream, and one per minute by each of the two shards of the sweep, or a little
    // more.
    expect(world.calls() - before).toBeLessThan(2 * 4 * 60);
  });

  test('that ends before a sweep runs preserves the order', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest());
    const accounts = accountsOf(3);
    world.bus(down);
    await happen(world, streams, accounts, { each: 40, withinMs: MINUTE_MS });
    world.bus(() => 'taken');
    await streams.until(world.now() + 10 * MINUTE_MS);
    expectPublished(world, 120, 1);
    for (const accountId of accounts) {
      expectInOrder(world, accountId);
      const feed = await world.feedOf(accountId);
      expect(feed).toHaveLength(40);
      expect(feed).toStrictEqual(feed.toSorted((a, b) => a - b));
    }
  });

  test('longer than the stream keeps its records loses none: the sweep handles each after two minutes', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest(), { sweepEveryMs: 30 * MINUTE_MS });
    const accounts = accountsOf(2);
    world.bus(down);
    await happen(world, streams, accounts, { each: 40, withinMs: MINUTE_MS });
    await streams.until(world.now() + 26 * HOUR_MS);
    expect(streams.discarded()).toStrictEqual([]);
    for (const accountId of accounts) expect(await world.feedOf(accountId)).toHaveLength(40);
    world.bus(() => 'taken');
    await streams.until(world.now() + 2 * HOUR_MS);
    expectPublished(world, 80, 1);
  });
});

describe('a record that cannot be parsed', () => {
  test('among 50 others costs none of them a try, and is set aside once', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest(), { shards: 1 });
    const [accountId = ''] = accountsOf(1);
    for (let number = 1; number <= 51; number++) {
      streams.put(0, await world.happen(accountId, number === 25 ? { type: 'kyb.applicant.teleported' } : {}));
    }
    await streams.until(world.now() + HOUR_MS);
    expect(streams.invocations()).toBe(2);
    expect(world.published.map(({ number }) => number)).toStrictEqual(
      Array.from({ length: 51 }, (_, index) => index + 1).filter((number) => number !== 25),
    );
    expect(world.aside).toHaveLength(1);
    expect(streams.discarded()).toStrictEqual([]);
  });

  test('waits with its shard while it cannot be set aside, and the others are still published', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest(), { shards: 1 });
    const [accountId = ''] = accountsOf(1);
    const { setAside } = world.effects;
    world.effects.setAside = () => Promise.reject(new Error('The queue is out of reach'));
    for (let number = 1; number <= 60; number++) {
      streams.put(0, await world.happen(accountId, number === 1 ? { type: 'kyb.applicant.teleported' } : {}));
    }
    await streams.until(world.now() + 20 * MINUTE_MS);
    expect(new Set(world.published.map(({ number }) => number)).size).toBe(59);
    world.effects.setAside = setAside;
    await streams.until(world.now() + 20 * MINUTE_MS);
    expect(world.aside.length).toBeGreaterThan(0);
    expect(await world.unpublished()).toStrictEqual([]);
  });
});

describe('an entry that the bus refuses repeatedly', () => {
  test('blocks its shard, is sent alone, and repeats no other entry more than once', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest(), { shards: 1 });
    const [accountId = ''] = accountsOf(1);
    let refusing = true;
    world.bus(({ Detail }) => (refusing && JSON.parse(Detail).data.referenceId === '5' ? 'refused' : 'taken'));
    for (let number = 1; number <= 30; number++) streams.put(0, await world.happen(accountId));
    await streams.until(world.now() + HOUR_MS);
    refusing = false;
    await streams.until(world.now() + 10 * MINUTE_MS);
    // Once in its call, once by the sweep while the shard waited, and once by the stream afterwards.
    expectPublished(world, 30, 3);
  });
});

describe('a stream without partial responses, like the local cloud’s', () => {
  test('keeps everything while the bus accepts nothing', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest(), { reportBatchItemFailures: false, shards: 1 });
    const [accountId = ''] = accountsOf(1);
    world.bus(down);
    for (let number = 1; number <= 5; number++) streams.put(0, await world.happen(accountId));
    await streams.until(world.now() + MINUTE_MS);
    world.bus(() => 'taken');
    await streams.until(world.now() + MINUTE_MS);
    expectPublished(world, 5, 1);
  });

  test('and therefore loses the refused part of a batch, has it published by the sweep within minutes', async () => {
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, randomOfTest(), { reportBatchItemFailures: false, shards: 1 });
    const [accountId = ''] = accountsOf(1);
    world.bus(({ Detail }) => (JSON.parse(Detail).data.referenceId === '1' ? 'taken' : 'refused'));
    for (let number = 1; number <= 5; number++) streams.put(0, await world.happen(accountId));
    await streams.until(world.now() + MINUTE_MS);
    world.bus(() => 'taken');
    await streams.until(world.now() + 3 * MINUTE_MS);
    expectPublished(world, 5, 1);
  });
});

test.each([1, 2, 3, 4, 5])(
  'whatever fails at random (%i), each event is published, few of them more than once, and in its feed once',
  async () => {
    const random = randomOfTest();
    const world = makeOutboxWorld(memoryTable());
    const streams = makeStreams(world, random);
    const chance = (share: number) => random() < share;
    const { table, putEntries } = world.effects;
    let faulty = true;
    world.bus(() => (faulty && chance(0.05) ? 'refused' : 'taken'));
    world.effects.putEntries = async (entries) => {
      if (faulty && chance(0.1)) throw new Error('The bus is out of reach');
      const results = await putEntries(entries);
      if (faulty && chance(0.05)) throw new Error('The answer is lost');
      return results;
    };
    world.effects.table = {
      ...table,
      write: async (operation) => {
        if (faulty && chance(0.2)) throw new Error('Throttled');
        const result = await table.write(operation);
        if (faulty && chance(0.1)) throw new Error('The response is lost');
        return result;
      },
    };
    streams.publishBy(async (records) => {
      const response = await world.publish(records);
      if (faulty && chance(0.1)) throw new Error('The publisher died');
      return response;
    });
    const accounts = accountsOf(4);
    await happen(world, streams, accounts, { each: 50, withinMs: 20 * MINUTE_MS });
    faulty = false;
    await streams.until(world.now() + 20 * MINUTE_MS);
    expectPublished(world, 200, 8);
    expect(world.published.length).toBeLessThan(2 * 200);
    expect(await world.unpublished()).toStrictEqual([]);
    expect(streams.discarded()).toStrictEqual([]);
    const feeds = await Promise.all(accounts.map((accountId) => world.feedOf(accountId)));
    expect(feeds.map(({ length }) => length)).toStrictEqual([50, 50, 50, 50]);
    expect(new Set(feeds.flat()).size).toBe(200);
  },
);
