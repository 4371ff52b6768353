import { describe, expect, test } from 'vitest';
import type { WriteOperation } from '#shared/db/expressions';
import { placeUnpublished } from '#shared/events/outbox-search';
import { newId } from '#shared/platform/ids';
import { makeOutboxWorld, type OutboxWorld } from '#tests/support/outbox-world';
import { ownTable } from '#tests/support/own-table';
import { waitUntil } from '#tests/support/wait-until';

const MINUTE_MS = 60_000;

const account = () => newId('usr', Date.now());
const numbersOf = ({ published }: OutboxWorld) => published.map(({ number }) => number);

/** A world with this many events of one account, none of which the stream published. */
const forgotten = async (count: number) => {
  const world = makeOutboxWorld(await ownTable());
  const accountId = account();
  const records = [];
  for (let number = 1; number <= count; number++) {
    records.push(await world.happen(accountId));
    world.pass(1);
  }
  return { world, accountId, records };
};

describe('the sweep of events', () => {
  test("publishes what the stream did not publish within two minutes, in its account's order, once", async () => {
    const { world, records } = await forgotten(60);
    world.pass(2 * MINUTE_MS - 100);
    await world.sweep();
    expect(numbersOf(world)).toStrictEqual([]);
    world.pass(100);
    for (let minute = 0; minute < 10; minute++) {
      await world.sweep();
      world.pass(MINUTE_MS);
    }
    expect(numbersOf(world)).toStrictEqual(records.map((_, index) => index + 1));
    expect(world.metrics.filter(([name]) => name === 'EventsSwept').map(([, count]) => count)).toContain(60);
    expect(world.lines).toContainEqual(expect.objectContaining({ level: 'warn', code: 'EVENTS_SWEPT', count: 60 }));
  });

  test('leaves the feed to the stream as long as the stream may have an event, and then numbers it in order', async () => {
    const { world, accountId, records } = await forgotten(60);
    world.pass(5 * MINUTE_MS);
    await world.sweep();
    world.pass(24 * 60 * MINUTE_MS);
    await world.sweep();
    expect(await world.feedOf(accountId)).toStrictEqual([]);
    world.pass(40 * MINUTE_MS);
    await world.sweep();
    expect(await world.feedOf(accountId)).toStrictEqual(records.map((_, index) => index + 1));
    expect(numbersOf(world)).toHaveLength(60);
    expect(await world.unpublished()).toStrictEqual([]);
  });

  test('finds what was committed only after it had searched the time of its id', async () => {
    const world = makeOutboxWorld(await ownTable());
    await world.sweep();
    await world.happen(account(), {}, -10 * MINUTE_MS);
    world.pass(5 * MINUTE_MS);
    await world.sweep();
    expect(numbersOf(world)).toStrictEqual([]);
    world.pass(16 * MINUTE_MS);
    await world.sweep();
    expect(numbersOf(world)).toStrictEqual([1]);
  });

  test('does not touch what the stream has published', async () => {
    const { world, records } = await forgotten(5);
    await world.publish(records.slice(0, 4));
    world.pass(5 * MINUTE_MS);
    await world.sweep();
    expect(numbersOf(world)).toStrictEqual([1, 2, 3, 4, 5]);
    expect(await world.itemOf(records[0] ?? {})).toMatchObject({ publishedAt: expect.any(String) });
  });

  test('of two sweeps at once, one publishes each event', async () => {
    const { world } = await forgotten(30);
    world.pass(5 * MINUTE_MS);
    await Promise.all([world.sweep().catch(() => {}), world.sweep().catch(() => {})]);
    world.pass(10 * MINUTE_MS);
    await world.sweep();
    expect(numbersOf(world).toSorted((a, b) => a - b)).toStrictEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  test('while the bus accepts nothing, tries one page of each shard, and reports it', async () => {
    const { world } = await forgotten(120);
    world.pass(5 * MINUTE_MS);
    world.bus(() => 'refused');
    await expect(world.sweep()).rejects.toThrow('accepted none');
    expect(world.calls()).toBe(1);
    world.bus(() => 'taken');
    for (let minute = 0; minute < 6; minute++) {
      world.pass(MINUTE_MS);
      await world.sweep();
    }
    expect(new Set(numbersOf(world)).size).toBe(120);
    expect(world.published).toHaveLength(120);
  });

  test('sets aside what it cannot parse, once, and publishes the rest', async () => {
    const { world, accountId } = await forgotten(2);
    const ofLaterVersion = await world.happen(accountId, { type: 'kyb.applicant.teleported' });
    world.pass(5 * MINUTE_MS);
    await world.sweep();
    world.pass(60 * MINUTE_MS);
    await world.sweep();
    expect(numbersOf(world)).toStrictEqual([1, 2]);
    expect(world.aside).toHaveLength(1);
    expect(world.aside[0]?.record().dynamodb).toMatchObject({
      Keys: ofLaterVersion.dynamodb?.Keys,
      NewImage: { type: { S: 'kyb.applicant.teleported' }, eventId: ofLaterVersion.dynamodb?.NewImage?.['eventId'] },
    });
    expect(await world.itemOf(ofLaterVersion)).toMatchObject({ setAsideAt: expect.any(String) });
  });

  test('that dies after it has claimed is replaced by a later one', async () => {
    const { world } = await forgotten(3);
    world.pass(5 * MINUTE_MS);
    const { putEntries } = world.effects;
    let isHanging = false;
    world.effects.putEntries = () => {
      isHanging = true;
      return new Promise(() => {});
    };
    void world.sweep();
    await waitUntil(() => isHanging, { what: 'the call of the bus, after the claims' });
    world.effects.putEntries = putEntries;
    await world.sweep();
    expect(numbersOf(world)).toStrictEqual([]);
    world.pass(MINUTE_MS);
    await world.sweep();
    expect(numbersOf(world)).toStrictEqual([1, 2, 3]);
  });

  describe('does not hold up others for an event', () => {
    const FIRST = 1;
    const COUNT = 60;
    const others = Array.from({ length: COUNT - 1 }, (_, index) => FIRST + 1 + index);

    /** Fails the single writes of the first event that the sweep makes with this attribute, once all are found. */
    const failing = async (attribute: 'publishedAt' | 'gsi4sk', failure: Error) => {
      const { world, records } = await forgotten(COUNT);
      world.pass(5 * MINUTE_MS);
      expect(await placeUnpublished(world.effects)).toStrictEqual([]);
      const first = records[0] ?? {};
      const { table } = world.effects;
      const { sk } = (await world.itemOf(first)) ?? {};
      const isIt = (operation: WriteOperation) =>
        operation.kind === 'update' &&
        operation.key.sk === sk &&
        Object.hasOwn(operation.set ?? {}, 'publishedAt') === (attribute === 'publishedAt');
      world.effects.table = {
        ...table,
        write: (operation) => (isIt(operation) ? Promise.reject(failure) : table.write(operation)),
      };
      return { world, sk, mend: () => Object.assign(world.effects, { table }) };
    };
    const refused = () => Object.assign(new Error('It is refused'), { name: 'ValidationException' });
    const codesOf = ({ lines }: OutboxWorld, code: string) => lines.filter((line) => line['code'] === code);

    test('that cannot be claimed: it is reported by its key, and published once possible', async () => {
      const { world, sk, mend } = await failing('gsi4sk', refused());
      await expect(world.sweep()).rejects.toThrow('It is refused');
      expect(numbersOf(world)).toStrictEqual(others);
      expect(codesOf(world, 'ITEM_NOT_MOVED')).toMatchObject([
        { messageId: expect.stringContaining(String(sk)), errorName: 'ValidationException' },
      ]);
      expect(world.metrics).toContainEqual(['EventsSwept', COUNT - 1]);
      mend();
      world.pass(MINUTE_MS);
      await world.sweep();
      expect(numbersOf(world)).toStrictEqual([...others, FIRST]);
    });

    test('whose claim meets an outage: the others of its page are published, and no further page is tried', async () => {
      const { world, mend } = await failing(
        'gsi4sk',
        Object.assign(new Error('Busy'), { name: 'ThrottlingException' }),
      );
      await expect(world.sweep()).rejects.toThrow('Busy');
      expect(numbersOf(world)).toStrictEqual(others.slice(0, 24));
      mend();
      world.pass(MINUTE_MS);
      await world.sweep();
      expect(numbersOf(world).toSorted((one, other) => one - other)).toStrictEqual([FIRST, ...others]);
    });

    test('that cannot be marked: it is reported, and published and marked by the next sweep', async () => {
      const { world, sk, mend } = await failing('publishedAt', refused());
      await world.sweep();
      expect(numbersOf(world)).toStrictEqual([FIRST, ...others]);
      expect(codesOf(world, 'EVENT_NOT_MARKED')).toMatchObject([{ messageId: sk }]);
      const unmarked = async () =>
        (await world.unpublished()).filter((item) => item['publishedAt'] === undefined).map((item) => item.sk);
      expect(await unmarked()).toStrictEqual([sk]);
      mend();
      world.pass(MINUTE_MS);
      await world.sweep();
      expect(numbersOf(world)).toStrictEqual([FIRST, ...others, FIRST]);
      expect(await unmarked()).toStrictEqual([]);
    });

    test('that cannot be claimed, while two sweeps run at once: one of them publishes each of the others', async () => {
      const { world, mend } = await failing('gsi4sk', refused());
      await Promise.allSettled([world.sweep(), world.sweep()]);
      mend();
      world.pass(10 * MINUTE_MS);
      await world.sweep();
      expect(numbersOf(world).toSorted((one, other) => one - other)).toStrictEqual([FIRST, ...others]);
    });
  });

  test('publishes once more an event that was published and could not be marked, and then marks it', async () => {
    const { world, records } = await forgotten(1);
    const { table } = world.effects;
    world.effects.table = { ...table, write: () => Promise.reject(new Error('The table is out of reach')) };
    await expect(world.publish(records)).rejects.toThrow('None of 1 records');
    world.effects.table = table;
    await world.publish(records);
    expect(numbersOf(world)).toStrictEqual([1, 1]);
    expect(await world.unpublished()).toStrictEqual([]);
  });
});
