import { describe, expect, test } from 'vitest';
import type { Table } from '#shared/db/operations';
import { retryPauseSeconds } from '#shared/events/message-retry';
import { FAULT_POLICY } from '#shared/webhooks/deliveries/conclusions/faults';
import { planOne } from '#tests/integration/delivery/fixtures';
import { makeWorld, type QueuedMessage, type World } from '#tests/integration/delivery/world';
import { memoryTable } from '#tests/support/memory-table';
import { deliveryIdOf } from './journey.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const DELIVERIES = 4;

/** The calls that fail while a fault of the service lasts. */
const FAULTS: Readonly<Record<string, readonly string[]>> = {
  'the signing secret cannot be read': ['vault'],
  'no transaction succeeds': ['transact'],
  'nothing can be put on the queue': ['send'],
  'registrations cannot be read': ['get'],
  'single writes fail': ['write'],
  'the sweep cannot look': ['query', 'queryAll'],
  'the table is out of reach': ['get', 'getMany', 'query', 'queryAll', 'write', 'transact'],
};

/** Makes these calls of a world's effects fail while the fault is on. */
const faulty = ({ effects }: World, broken: readonly string[]) => {
  const fault = { isOn: false };
  const wrap =
    <Arguments extends unknown[], Result>(name: string, effect: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (fault.isOn && broken.includes(name)) throw new Error(`Out of order: ${name}`);
      return effect(...given);
    };
  const { table, vault, send } = effects;
  Object.assign(effects, {
    table: {
      get: wrap('get', table.get),
      getMany: wrap('getMany', table.getMany),
      query: wrap('query', table.query),
      queryAll: wrap('queryAll', table.queryAll),
      write: wrap('write', table.write),
      transact: wrap('transact', table.transact),
    } satisfies Table,
    vault: wrap('vault', vault),
    send: wrap('send', send),
  });
  return fault;
};

/** Messages, each handed over until it is acknowledged, with a sweep every minute until then. */
const liveUntil = async (world: World, endMs: number): Promise<void> => {
  const receives = new Map<QueuedMessage, number>();
  const handOver = async (message: QueuedMessage): Promise<void> => {
    try {
      await world.deliver(message.deliveryId);
    } catch {
      const count = (receives.get(message) ?? 0) + 1;
      const again = { ...message, visibleAtMs: world.now() + retryPauseSeconds(count, Math.random()) * 1000 };
      world.queue.push(again);
      receives.set(again, count);
    }
  };
  let sweepAtMs = world.now() + MINUTE_MS;
  while (world.now() < endMs) {
    const [next] = world.queue.sort((one, other) => one.visibleAtMs - other.visibleAtMs);
    const message = next && next.visibleAtMs <= sweepAtMs ? world.queue.shift() : undefined;
    const atMs = message?.visibleAtMs ?? sweepAtMs;
    world.pass(Math.max(0, atMs - world.now()));
    if (message) await handOver(message);
    else {
      await world.sweep().catch(() => {});
      sweepAtMs += MINUTE_MS;
    }
  }
};

/** Deliveries to an endpoint that fails each of them once, and a fault that is about to affect them. */
const plannedDeliveries = async (broken: readonly string[]) => {
  const world = await makeWorld({ table: memoryTable() });
  world.effects.random = Math.random;
  const registered = await world.register(await world.addApp());
  world.receiver.respondWith((post) => {
    const same = world.receiver.received.filter((other) => deliveryIdOf(other) === deliveryIdOf(post));
    return { status: same.length === 1 ? 500 : 200 };
  });
  const ids: string[] = [];
  for (let delivery = 0; delivery < DELIVERIES; delivery++) ids.push(await planOne(world, registered));
  return { world, ids, fault: faulty(world, broken) };
};

const postsOf = ({ receiver }: World, id: string): number =>
  receiver.received.filter((post) => deliveryIdOf(post) === id).length;

/** Requires that a delivery arrived with all its attempts recorded. Returns how many of its POSTs are not recorded. */
const expectArrived = async (world: World, id: string): Promise<number> => {
  const { status, attemptCount, unrecordedClaims } = await world.delivery(id);
  expect({ status, unrecordedClaims }).toStrictEqual({ status: 'delivered', unrecordedClaims: 0 });
  const attempts = await world.attempts(id);
  expect(attempts.map(({ number }) => number)).toStrictEqual(Array.from({ length: attemptCount }, (_, n) => n + 1));
  expect(attempts.at(-1)).toMatchObject({ statusCode: 200 });
  expect(postsOf(world, id)).toBe(2);
  return 2 - attemptCount;
};

/** The longest that a delivery waits after a fault, and then for its message or the sweep. */
const LONGEST_MS = FAULT_POLICY.maxDelaySeconds * 1000 * (1 + FAULT_POLICY.jitter) + 5 * MINUTE_MS;

describe.each(Object.entries(FAULTS))('a fault that lasts an hour (%s)', (_, broken) => {
  test('ends no delivery and repeats no POST; after the repair each delivery arrives', async () => {
    const { world, ids, fault } = await plannedDeliveries(broken);
    fault.isOn = true;
    await liveUntil(world, world.now() + HOUR_MS);
    for (const id of ids) expect([undefined, 'delivered']).toContain((await world.delivery(id)).endReason);

    fault.isOn = false;
    await liveUntil(world, world.now() + LONGEST_MS);
    for (const id of ids) expect(await expectArrived(world, id)).toBe(0);
  });

  test('and begins during a POST loses at most the result of that one, and repeats it once', async () => {
    const { world, ids, fault } = await plannedDeliveries(broken);
    const { post } = world.effects;
    const endsAtMs = world.now() + HOUR_MS;
    world.effects.post = async (signed) => {
      const outcome = await post(signed);
      fault.isOn = world.now() < endsAtMs;
      return outcome;
    };
    await liveUntil(world, endsAtMs);
    fault.isOn = false;
    await liveUntil(world, world.now() + LONGEST_MS);
    // Nothing can be stored if neither kind of write succeeds.
    const unkept = broken.includes('write') && broken.includes('transact') ? 1 : 0;
    let unrecorded = 0;
    for (const id of ids) unrecorded += await expectArrived(world, id);
    expect(unrecorded).toBe(unkept);
  });
});
