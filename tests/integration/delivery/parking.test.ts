import { describe, expect, test } from 'vitest';
import { put, update } from '#shared/db/expressions';
import { deliveryKeys, deliveryLists } from '#shared/webhooks/deliveries/keys';
import type { AttemptOutcome } from '#shared/webhooks/deliveries/records/attempt-outcome';
import { waitUntil } from '#tests/support/wait-until';
import { planOne } from './fixtures.ts';
import { makeWorld, type Registered, type World } from './world.ts';

const MINUTE_MS = 60_000;

const OK: AttemptOutcome = { kind: 'response', statusCode: 200, excerpt: '', durationMs: 20 };

const planMany = async (world: World, registered: Registered, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    // Ids sort by time.
    world.pass(1);
    ids.push(await planOne(world, registered));
  }
  world.queue.length = 0;
  return ids;
};

const registeredWorld = async () => {
  const world = await makeWorld();
  return { world, registered: await world.register(await world.addApp()) };
};

/** The item of a registration's breaker, with all permits taken for this long. */
const takeAllPermits = async (world: World, { registration: { registrationId } }: Registered, forMs: number) => {
  const permits = Array.from({ length: 20 }, (_, number) => [`permit${number}`, world.now() + forMs] as const);
  const item = { ...deliveryKeys.breaker(registrationId), ...Object.fromEntries(permits) };
  await world.table.write(put({ ...item, expiresAtSeconds: Math.floor(world.now() / 1000) + 86_400 }, {}));
};

const parkedIds = async (world: World, { registration: { registrationId } }: Registered): Promise<unknown[]> => {
  const partition = deliveryLists.parkedDeliveries(registrationId);
  return (await world.table.queryAll({ index: 'gsi2', partition }, { most: 10_000, why: 'a test makes few' })).map(
    ({ deliveryId }) => deliveryId,
  );
};

const breakerItem = (world: World, { registration: { registrationId } }: Registered) =>
  world.table.get(deliveryKeys.breaker(registrationId));

describe('of thirty deliveries at once to one endpoint', { tags: ['load'] }, () => {
  /** Thirty workers at once, whose endpoint responds when the test lets it. */
  const thirtyAtOnce = async () => {
    const { world, registered } = await registeredWorld();
    const ids = await planMany(world, registered, 30);
    const respond = Promise.withResolvers<void>();
    let underWay = 0;
    let most = 0;
    let posts = 0;
    world.effects.post = async () => {
      posts++;
      most = Math.max(most, ++underWay);
      await respond.promise;
      underWay--;
      return OK;
    };
    const working = Promise.all(ids.map((id) => world.deliver(id)));
    await waitUntil(async () => underWay === 20 && (await parkedIds(world, registered)).length === 10, {
      what: 'twenty attempts and ten parked deliveries',
    });
    return { world, registered, ids, working, respond: respond.resolve, most: () => most, posts: () => posts };
  };

  test('twenty are in progress, and the others are parked without using an attempt', async () => {
    const { world, registered, working, respond, posts } = await thirtyAtOnce();
    for (const id of await parkedIds(world, registered)) {
      const parked = { status: 'pending', attemptCount: 0, unrecordedClaims: 0, placeMs: world.now() };
      expect(await world.delivery(String(id))).toMatchObject(parked);
    }
    expect(posts()).toBe(20);
    respond();
    await working;
  });

  test('each that ends releases another: all arrive, with never more than twenty at once', async () => {
    const { world, registered, ids, working, respond, most, posts } = await thirtyAtOnce();
    respond();
    await working;
    await world.drain(20);
    for (const id of ids) expect(await world.delivery(id)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(most()).toBe(20);
    expect(posts()).toBe(30);
    expect(await parkedIds(world, registered)).toStrictEqual([]);
  });

  test('none is parked if one more arrives after they ended; the sweep forgets the parking, and checks no further', async () => {
    const { world, registered, working, respond } = await thirtyAtOnce();
    respond();
    await working;
    await world.drain(20);
    const parkings = world.metricNames.filter((name) => name === 'DeliveriesParked').length;
    const [next = ''] = await planMany(world, registered, 1);
    await world.deliver(next);
    expect(await world.delivery(next)).toMatchObject({ status: 'delivered' });
    expect(world.metricNames.filter((name) => name === 'DeliveriesParked')).toHaveLength(parkings);

    world.pass(10 * MINUTE_MS);
    await world.sweep();
    const item = await breakerItem(world, registered);
    for (const name of ['lastParkedAtMs', 'gsi4pk', 'gsi4sk']) expect(item).not.toHaveProperty(name);
  });
});

describe('a parked delivery', () => {
  /** Deliveries that found all permits taken, by workers that died while they held them. */
  const parked = async (count: number) => {
    const { world, registered } = await registeredWorld();
    const ids = await planMany(world, registered, count);
    await takeAllPermits(world, registered, 35_000);
    for (const id of ids) {
      world.pass(1);
      await world.deliver(id);
    }
    expect(await parkedIds(world, registered)).toStrictEqual(ids);
    expect(world.queue).toStrictEqual([]);
    return { world, registered, ids };
  };

  test('is released by the sweep if no worker is left to release it, the oldest first', {
    tags: ['load'],
  }, async () => {
    const { world, ids } = await parked(25);
    world.pass(MINUTE_MS);
    await world.sweep();
    expect(world.queue.map(({ deliveryId }) => deliveryId).sort()).toStrictEqual(ids.slice(0, 20));
    await world.drain();
    for (const id of ids) expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
  });

  test('is released again if its message was lost, at growing intervals, because the queue may be behind', async () => {
    const { world, ids } = await parked(1);
    const releasedAfter: number[] = [];
    for (let minute = 1; minute <= 40; minute++) {
      world.pass(MINUTE_MS);
      await world.sweep();
      if (world.queue.length > 0) releasedAfter.push(minute);
      world.queue.length = 0;
    }
    expect(releasedAfter).toStrictEqual([1, 2, 17, 32]);
    world.pass(7 * MINUTE_MS);
    await world.sweep();
    await world.drain();
    expect(await world.delivery(ids[0] ?? '')).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  test('is released by two sweeps at once with one message', async () => {
    const { world } = await parked(1);
    world.pass(MINUTE_MS);
    await Promise.all([world.sweep(), world.sweep()]);
    expect(world.queue).toHaveLength(1);
  });

  test('is not released a second time while its message is in transit', async () => {
    const { world, registered } = await parked(1);
    world.pass(MINUTE_MS);
    await world.sweep();
    const [another = ''] = await planMany(world, registered, 1);
    await world.deliver(another);
    expect(world.queue).toStrictEqual([]);
  });

  test('waits again, in its place, if it finds no permit', async () => {
    const { world, registered, ids } = await parked(3);
    const places = async () => Promise.all(ids.map(async (id) => (await world.delivery(id)).placeMs));
    const before = await places();
    for (let minute = 0; minute < 2; minute++) {
      world.pass(MINUTE_MS);
      await world.sweep();
      await takeAllPermits(world, registered, 35_000);
      await world.drain();
      expect(await parkedIds(world, registered)).toStrictEqual(ids);
      expect(await places()).toStrictEqual(before);
    }
    world.pass(MINUTE_MS);
    await world.sweep();
    expect(world.queue).toHaveLength(3);
  });

  test('that is due later wakes its worker then, and not before', async () => {
    const { world, ids } = await parked(1);
    const [id = ''] = ids;
    const dueAtMs = world.now() + 10 * MINUTE_MS;
    const later = { dueAtMs, claimableAtMs: dueAtMs };
    await world.table.write(update(deliveryKeys.delivery(id), { set: later, when: {} }));
    world.pass(MINUTE_MS);
    await world.sweep();
    await world.drain();
    expect(world.now()).toBeGreaterThanOrEqual(dueAtMs);
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  test('uses a permit that became free while it was being parked', async () => {
    const { world, registered } = await registeredWorld();
    const [id = ''] = await planMany(world, registered, 1);
    await takeAllPermits(world, registered, 1_000);
    const { table } = world.effects;
    world.effects.table = {
      ...table,
      write: (operation) => {
        if (operation.kind === 'update' && operation.set?.['placeMs'] !== undefined) world.pass(2_000);
        return table.write(operation);
      },
    };
    await world.deliver(id);
    expect(world.queue).toMatchObject([{ deliveryId: id }]);
    await world.drain();
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
  });

  test.each([
    ['deleted', 'registration_deleted', (world: World, registered: Registered) => world.remove(registered)],
    ['deactivated', 'registration_inactive', (world: World, registered: Registered) => world.deactivate(registered)],
  ])('of a registration that is %s ends as skipped, and triggers nothing', async (_, endReason, change) => {
    const { world, registered, ids } = await parked(30);
    await change(world, registered);
    world.pass(MINUTE_MS);
    await world.sweep();
    for (const id of ids) expect(await world.delivery(id)).toMatchObject({ status: 'skipped', endReason });
    expect(await parkedIds(world, registered)).toStrictEqual([]);
    expect(world.queue).toStrictEqual([]);
    world.pass(10 * MINUTE_MS);
    await world.sweep();
    expect(await breakerItem(world, registered)).not.toHaveProperty('gsi4pk');
  });

  test('that the index shows minutes late is released once it does', async () => {
    const { world, ids } = await parked(1);
    const { table } = world.effects;
    world.effects.table = {
      ...table,
      query: (range) =>
        range.partition.startsWith('WHKPARKED#') ? Promise.resolve({ items: [] }) : table.query(range),
    };
    for (let minute = 0; minute < 9; minute++) {
      world.pass(MINUTE_MS);
      await world.sweep();
    }
    expect(world.queue).toStrictEqual([]);
    world.effects.table = table;
    world.pass(MINUTE_MS);
    await world.sweep();
    await world.drain();
    expect(await world.delivery(ids[0] ?? '')).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  test('that a worker took after the index was read is not released', async () => {
    const { world, registered, ids } = await parked(1);
    const [id = ''] = ids;
    const { table } = world.effects;
    const stale = await table.query({
      index: 'gsi2',
      partition: deliveryLists.parkedDeliveries(registered.registration.registrationId),
    });
    world.pass(MINUTE_MS);
    await world.deliver(id);
    world.effects.table = {
      ...table,
      query: (range) => (range.partition.startsWith('WHKPARKED#') ? Promise.resolve(stale) : table.query(range)),
    };
    await world.sweep();
    expect(world.queue).toStrictEqual([]);
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  test('is in one place: once a worker takes it, it is no longer among the parked ones', async () => {
    const { world, registered, ids } = await parked(2);
    world.pass(MINUTE_MS);
    const [first = '', second = ''] = ids;
    world.effects.post = async () => {
      throw new TypeError('Our own fault');
    };
    await world.deliver(first);
    expect(await parkedIds(world, registered)).toStrictEqual([second]);
    expect(await world.delivery(first)).toMatchObject({ status: 'pending', attemptCount: 0, faultsInRow: 1 });
  });
});

describe('a permit', () => {
  test('that a dead worker held is free when its lease ends', async () => {
    const { world, registered } = await registeredWorld();
    const [id = ''] = await planMany(world, registered, 1);
    await takeAllPermits(world, registered, 35_000);
    world.pass(35_000);
    await world.deliver(id);
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
  });

  test('is released by an attempt that could not be made', async () => {
    const { world, registered } = await registeredWorld();
    const [id = ''] = await planMany(world, registered, 1);
    world.effects.post = async () => {
      throw new TypeError('Our own fault');
    };
    await world.deliver(id);
    const item = await breakerItem(world, registered);
    expect(Object.keys(item ?? {}).filter((name) => name.startsWith('permit'))).toStrictEqual([]);
    expect(await world.delivery(id)).toMatchObject({ status: 'pending', attemptCount: 0, faultsInRow: 1 });
  });
});
