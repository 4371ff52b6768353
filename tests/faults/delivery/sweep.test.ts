import { describe, expect, test } from 'vitest';
import { put } from '#shared/db/expressions';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import type { DeliveryStatus } from '#shared/webhooks/deliveries/records/delivery-states';
import { dyingTable } from '#tests/integration/delivery/crash';
import { planOne } from '#tests/integration/delivery/fixtures';
import { makeWorld, type Registered, type World } from '#tests/integration/delivery/world';
import { FAULTS, type FaultName, faultyTable, injector } from './fault.ts';

const MINUTE_MS = 60_000;

/** A delivery that has just been planned. */
interface Planned {
  readonly world: World;
  readonly registered: Registered;
  readonly deliveryId: string;
}

const planned = async (): Promise<Planned> => {
  const world = await makeWorld();
  const registered = await world.register(await world.addApp());
  return { world, registered, deliveryId: await planOne(world, registered) };
};

/** A worker claims the delivery and dies at this call of the table. */
const dieAt = async ({ world, deliveryId }: Planned, call: 'get' | 'record'): Promise<void> => {
  const { table } = world.effects;
  const died = Promise.withResolvers<void>();
  const die = () => {
    died.resolve();
    return new Promise<never>(() => {});
  };
  world.effects.table = dyingTable(table, call, die);
  void world.deliver(deliveryId);
  await died.promise;
  world.effects.table = table;
};

const failOnce = async ({ world, deliveryId }: Planned): Promise<void> => {
  world.receiver.respondWith((_, index) => ({ status: index === 0 ? 500 : 200 }));
  await world.deliver(deliveryId);
  world.pass(6_000);
};

/** A worker finds the breaker of the registration open. */
const meetOpenBreaker = async ({ world, registered, deliveryId }: Planned): Promise<void> => {
  const openedAtMs = world.now();
  const state = { status: 'open', openings: 1, openedAtMs, coolUntilMs: openedAtMs + 15_000 };
  const key = deliveryKeys.breaker(registered.registration.registrationId);
  const expiresAtSeconds = Math.floor(openedAtMs / 1000) + 3_600;
  await world.table.write(put({ ...key, state, version: 1, concurrency: 0, expiresAtSeconds }, {}));
  await world.deliver(deliveryId);
};

interface State {
  readonly how: string;
  readonly status: DeliveryStatus;
  readonly attemptCount: number;
  readonly reach: (delivery: Planned) => Promise<void>;
}

/** Every state in which a delivery can lose the message that would have continued it. */
const OPEN_STATES: readonly State[] = [
  { how: 'when it was planned', status: 'pending', attemptCount: 0, reach: async () => {} },
  {
    how: 'when its worker died before the POST',
    status: 'delivering',
    attemptCount: 0,
    reach: (delivery) => dieAt(delivery, 'get'),
  },
  {
    how: 'when its worker died after the POST',
    status: 'delivering',
    attemptCount: 0,
    reach: (delivery) => dieAt(delivery, 'record'),
  },
  { how: 'when it waits for its second attempt', status: 'retrying', attemptCount: 1, reach: failOnce },
  {
    how: 'when the worker of its second attempt died',
    status: 'delivering',
    attemptCount: 1,
    reach: async (delivery) => {
      await failOnce(delivery);
      await dieAt(delivery, 'get');
    },
  },
  { how: 'when it was parked', status: 'pending', attemptCount: 0, reach: meetOpenBreaker },
  {
    how: 'when its second attempt was parked',
    status: 'retrying',
    attemptCount: 1,
    reach: async (delivery) => {
      await failOnce(delivery);
      await meetOpenBreaker(delivery);
    },
  },
];

/** Runs the sweep minute by minute. */
const sweepFor = async (minutes: number, world: World): Promise<void> => {
  for (let minute = 0; minute < minutes; minute++) {
    world.pass(MINUTE_MS);
    await world.sweep();
  }
};

test.each(OPEN_STATES)('a delivery that lost its message $how ($status) is found once, and arrives', async (state) => {
  const delivery = await planned();
  const { world, registered, deliveryId } = delivery;
  await state.reach(delivery);
  const { status, attemptCount } = state;
  expect(await world.delivery(deliveryId)).toMatchObject({ status, attemptCount });

  world.queue.length = 0;
  await sweepFor(12, world);
  const { registrationId } = registered.registration;
  expect(world.queue).toMatchObject([{ deliveryId, registrationId }]);
  await world.drain();
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: attemptCount + 1 });
  expect(await world.attempts(deliveryId)).toHaveLength(attemptCount + 1);
});

test.each<[DeliveryStatus, (delivery: Planned) => unknown]>([
  ['delivered', () => {}],
  ['failed', ({ world }) => world.receiver.respondWith({ status: 410 })],
  ['skipped', ({ world, registered }) => world.remove(registered)],
])('a delivery that is %s is never looked for again', async (status, make) => {
  const delivery = await planned();
  const { world, deliveryId } = delivery;
  await make(delivery);
  await world.drain();
  expect(await world.delivery(deliveryId)).toMatchObject({ status });
  await sweepFor(40, world);
  expect(world.queue).toStrictEqual([]);
});

test('a delivery that a worker took late is left to it, and found once its lease ran out', async () => {
  const delivery = await planned();
  const { world, deliveryId } = delivery;
  world.queue.length = 0;
  world.pass(50_000);
  await dieAt(delivery, 'get');
  world.pass(20_000);
  await world.sweep();
  expect(world.queue).toStrictEqual([]);
  await sweepFor(2, world);
  expect(world.queue).toMatchObject([{ deliveryId }]);
  await world.drain();
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
});

describe('a sweep in which a call fails', () => {
  /** Sweeps a lost delivery with the n-th call failing, and returns how many calls there were. */
  const goWrongAt = async (
    nth: number,
    fault: FaultName,
    { world, registered }: Pick<Planned, 'world' | 'registered'>,
  ): Promise<number> => {
    const deliveryId = await planOne(world, registered);
    world.queue.length = 0;
    world.pass(MINUTE_MS);
    const sound = { table: world.effects.table, send: world.effects.send };
    const injected = injector(nth, fault);
    injected.arm();
    Object.assign(world.effects, {
      table: faultyTable(sound.table, injected),
      send: injected.wrap('send', sound.send),
    });
    await world.sweep().catch(() => {});
    Object.assign(world.effects, sound);

    const what = `Call ${nth}, ${injected.calls[nth - 1]}: ${fault}`;
    for (let minute = 0; minute < 17; minute++) {
      await world.drain();
      await sweepFor(1, world);
    }
    expect(await world.delivery(deliveryId), what).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(world.queue, what).toStrictEqual([]);
    return injected.calls.length;
  };

  test.each(Object.keys(FAULTS) as FaultName[])('(%s) is replaced by a later one', async (fault) => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp());
    let nth = 1;
    while ((await goWrongAt(nth, fault, { world, registered })) >= nth) nth++;
    expect(nth).toBeGreaterThan(2);
    // One for each round, although some messages were sent twice.
    expect(world.receiver.received).toHaveLength(nth);
  });
});
