import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Table } from '#shared/db/operations';
import { memoryTable } from '#tests/support/memory-table';
import { makeOutboxWorld, type OutboxWorld } from '#tests/support/outbox-world';
import { randomOfTest } from '#tests/support/random';
import { accountsOf, makeStreams, type Streams } from './outbox-streams.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The maximum difference of a function's clock from the true time. */
const CLOCKS_OFF_MS = 800;

/** A table whose calls take a random time, so that a sweep and the publishers may overtake one another. */
const unevenTable = (table: Table, random: () => number): Table => {
  const slow =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      for (let turns = Math.floor(random() * 4); turns > 0; turns--) await turn();
      return call(...given);
    };
  return {
    ...table,
    get: slow(table.get),
    query: slow(table.query),
    write: slow(table.write),
    transact: slow(table.transact) as Table['transact'],
  };
};

/** Events of accounts at random times, and the order in which each account's events were written. */
const happenAtRandom = async (
  world: OutboxWorld,
  streams: Streams,
  random: () => number,
  {
    accounts,
    count,
    withinMs,
    from = 1,
  }: { accounts: readonly string[]; count: number; withinMs: number; from?: number },
): Promise<ReadonlyMap<string, readonly number[]>> => {
  const written = new Map<string, readonly number[]>();
  for (let number = from; number < from + count; number++) {
    await streams.until(world.now() + Math.round((random() * 2 * withinMs) / count));
    const shard = Math.floor(random() * accounts.length);
    const accountId = accounts[shard] ?? '';
    streams.put(shard, await world.happen(accountId, {}, Math.round((random() - 0.5) * 2 * CLOCKS_OFF_MS)));
    written.set(accountId, [...(written.get(accountId) ?? []), number]);
  }
  return written;
};

const expectFeeds = async (world: OutboxWorld, written: ReadonlyMap<string, readonly number[]>): Promise<void> => {
  for (const [accountId, numbers] of written) expect(await world.feedOf(accountId)).toStrictEqual(numbers);
};

test.each(Array.from({ length: 5 }, (_, index) => index))(
  "through outages of the bus (%i), a feed has its account's events once, in the order in which they were written",
  async () => {
    const random = randomOfTest();
    const world = makeOutboxWorld(unevenTable(memoryTable(), random));
    const streams = makeStreams(world, random, { shards: 3, overlap: true });
    let downUntilMs = 0;
    let outageAtMs = world.now() + Math.round(random() * 10 * MINUTE_MS);
    world.bus(() => {
      if (world.now() >= outageAtMs) {
        downUntilMs = outageAtMs + 2 * MINUTE_MS + Math.round(random() * HOUR_MS);
        outageAtMs = downUntilMs + Math.round(random() * HOUR_MS);
      }
      if (world.now() < downUntilMs) throw new Error('The bus is out of reach');
      return random() < 0.02 ? 'refused' : 'taken';
    });
    streams.publishBy(async (records) => {
      const response = await world.publish(records);
      if (random() < 0.05) throw new Error('The publisher died');
      return response;
    });
    const written = await happenAtRandom(world, streams, random, {
      accounts: accountsOf(5),
      count: 200,
      withinMs: 3 * HOUR_MS,
    });
    world.bus(() => 'taken');
    await streams.until(world.now() + 15 * MINUTE_MS);
    await expectFeeds(world, written);
    expect(await world.unpublished()).toStrictEqual([]);
    expect(streams.discarded()).toStrictEqual([]);
  },
);

test('after a day without a reader of the stream, a feed has the lost events before those that the stream still has', async () => {
  const random = randomOfTest();
  const world = makeOutboxWorld(memoryTable());
  const streams = makeStreams(world, random, { shards: 3 });
  const accounts = accountsOf(3);
  const before = await happenAtRandom(world, streams, random, { accounts, count: 30, withinMs: HOUR_MS });
  streams.enable(false);
  const meanwhile = await happenAtRandom(world, streams, random, {
    accounts,
    count: 120,
    withinMs: 25.5 * HOUR_MS,
    from: 31,
  });
  streams.enable(true);
  const after = await happenAtRandom(world, streams, random, { accounts, count: 30, withinMs: HOUR_MS, from: 151 });
  await streams.until(world.now() + 26 * HOUR_MS);
  const written = accounts.map((account) => [
    account,
    [before, meanwhile, after].flatMap((numbers) => numbers.get(account) ?? []),
  ]);
  await expectFeeds(world, new Map(written as [string, number[]][]));
  expect(world.published.length).toBeGreaterThanOrEqual(180);
  expect(await world.unpublished()).toStrictEqual([]);
});

test('an event that the table never accepts into its feed delays the others by no more than minutes', async () => {
  const random = randomOfTest();
  const table = memoryTable();
  const refused = '7';
  const world = makeOutboxWorld({
    ...table,
    write: async (operation) => {
      const eventIds = (operation.kind === 'put' && (operation.item['eventIds'] as readonly string[])) || [];
      const [isRefused] = table
        .items()
        .filter(({ data }) => (data as { referenceId?: string } | undefined)?.referenceId === refused)
        .filter(({ eventId }) => eventIds.includes(String(eventId)));
      if (isRefused) throw Object.assign(new Error('The item is refused'), { name: 'ValidationException' });
      return table.write(operation);
    },
  });
  const streams = makeStreams(world, random, { shards: 1 });
  const accounts = accountsOf(2);
  const written = await happenAtRandom(world, streams, random, { accounts, count: 40, withinMs: MINUTE_MS });
  await streams.until(world.now() + 7 * MINUTE_MS);
  const others = [...written].map(([account, numbers]) => [account, numbers.filter((number) => number !== 7)] as const);
  await expectFeeds(world, new Map(others));
  expect(world.aside.map(({ event }) => event?.data['referenceId'])).toStrictEqual([refused]);
  expect(world.lines).toContainEqual(expect.objectContaining({ code: 'EVENT_SET_ASIDE', reason: 'not_numbered' }));
});
