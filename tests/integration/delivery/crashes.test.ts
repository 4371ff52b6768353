import { describe, expect, test } from 'vitest';
import { recoverAbandoned } from '#shared/webhooks/deliveries/recover';
import { crash, type LastCall } from './crash.ts';
import { type PlannedWorld, plannedWorld } from './fixtures.ts';
import type { World } from './world.ts';

/** Longer than any lease and message delay. */
const LONG_ENOUGH_MS = 150_000;

const CRASHES: Readonly<Record<string, { readonly lastCall: LastCall; readonly postsBefore: number }>> = {
  'after its claim': { lastCall: 'get', postsBefore: 0 },
  'after the POST, before the record': { lastCall: 'record', postsBefore: 1 },
  'after the record, before the next message': { lastCall: 'send', postsBefore: 1 },
};

/** Makes the next worker die there. */
const crashNext = (world: World, lastCall: LastCall): Promise<void> =>
  crash(world, lastCall, () => world.receiveNext());

describe.each(Object.entries(CRASHES))('a worker that dies %s', (_, { lastCall, postsBefore }) => {
  test('is replaced by the sweep: the delivery arrives', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_request, index) => ({ status: index < postsBefore ? 500 : 200 }));
    await crashNext(world, lastCall);
    expect(world.queue).toStrictEqual([]);
    world.pass(LONG_ENOUGH_MS);
    await world.sweep();
    await world.drain();
    expect(world.receiver.received).toHaveLength(postsBefore + 1);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
  });

  test('is replaced when its message is retried', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_request, index) => ({ status: index < postsBefore ? 500 : 200 }));
    await crashNext(world, lastCall);
    world.pass(180_000);
    await world.deliver(deliveryId);
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
  });

  test("uses none of the delivery's five attempts, and every POST has the same id and bytes", async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    await crashNext(world, lastCall);
    world.pass(LONG_ENOUGH_MS);
    await world.sweep();
    await world.drain();
    const attempts = await world.attempts(deliveryId);
    expect(attempts.map(({ number }) => number)).toStrictEqual([1, 2, 3, 4, 5]);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', attemptCount: 5 });
    const { received } = world.receiver;
    expect(new Set(received.map(({ rawBody }) => rawBody.toString('hex'))).size).toBe(1);
    expect(new Set(received.map(({ headers }) => headers['x-service-delivery']))).toStrictEqual(new Set([deliveryId]));
  });
});

describe('a lease', () => {
  test('that is not over keeps every other worker from the delivery', async () => {
    const { world, deliveryId } = await plannedWorld();
    await crashNext(world, 'get');
    world.pass(30_000);
    await world.deliver(deliveryId);
    expect(world.receiver.received).toHaveLength(0);
  });

  test("that was lost to another worker records nothing: the other's record is kept", async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith(async (_request, index) => {
      if (index > 0) return { status: 200 };
      world.pass(LONG_ENOUGH_MS);
      await world.deliver(deliveryId);
      return { status: 500 };
    });
    await world.drain();
    expect(world.receiver.received).toHaveLength(2);
    expect(await world.attempts(deliveryId)).toMatchObject([{ number: 1, statusCode: 200 }]);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(world.queue).toStrictEqual([]);
  });

  test('that was lost to a worker that still waits for its receiver records nothing either', async () => {
    const { world, deliveryId } = await plannedWorld();
    const response = Promise.withResolvers<void>();
    let otherWorker: Promise<void> | undefined;
    world.receiver.respondWith(async (_request, index) => {
      if (index > 0) {
        await response.promise;
        return { status: 200 };
      }
      world.pass(LONG_ENOUGH_MS);
      otherWorker = world.deliver(deliveryId);
      await world.receiver.waitFor(2);
      return { status: 500 };
    });
    await world.receiveNext();
    expect(await world.attempts(deliveryId)).toStrictEqual([]);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivering', attemptCount: 0 });
    response.resolve();
    await otherWorker;
    expect(await world.attempts(deliveryId)).toMatchObject([{ number: 1, statusCode: 200 }]);
  });

  test("is recognised as the worker's own if the response to the claim arrived too late for the client", async () => {
    const { world, deliveryId } = await plannedWorld();
    const { table } = world;
    let claims = 0;
    world.effects.table = {
      ...table,
      // The first try is written and its response lost, so the client retries and its own write refuses it.
      write: async (operation) => {
        if (claims++ === 0) await table.write(operation);
        return table.write(operation);
      },
    };
    await world.drain();
    expect(world.receiver.received).toHaveLength(1);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
  });
});

describe('a delivery that kills every worker', () => {
  /** Makes worker after worker die, each as early as it can, until the delivery is given up. */
  const killAll = async (): Promise<PlannedWorld & { readonly tookMs: number }> => {
    const planned = await plannedWorld();
    const { world, deliveryId } = planned;
    const startedMs = world.now();
    for (let worker = 1; worker <= 10; worker++) {
      await crash(world, 'get', () => world.deliver(deliveryId));
      world.pass(((await world.delivery(deliveryId)).claimableAtMs ?? 0) - world.now());
    }
    await world.deliver(deliveryId);
    return { ...planned, tookMs: world.now() - startedMs };
  };

  test('is given up after ten workers, and logged as an error', async () => {
    const { world, deliveryId } = await killAll();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', endReason: 'abandoned' });
    expect(world.metricNames).toContain('DeliveriesAbandoned');
    expect(world.logLines).toContainEqual(
      expect.objectContaining({ level: 'error', code: 'DELIVERY_ENDED', reason: 'abandoned' }),
    );
  });

  test('does so at growing intervals: a quarter of an hour in which every worker dies gives nothing up', async () => {
    const { tookMs } = await killAll();
    expect(tookMs).toBeGreaterThan(3 * 3_600_000);
    const { world, deliveryId } = await plannedWorld();
    for (const startedMs = world.now(); world.now() - startedMs < 15 * 60_000; ) {
      await crash(world, 'get', () => world.deliver(deliveryId));
      world.pass(((await world.delivery(deliveryId)).claimableAtMs ?? 0) - world.now());
    }
    await world.deliver(deliveryId);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  test('is recovered with its remaining attempts, once the cause is fixed', async () => {
    const { world, deliveryId } = await killAll();
    expect(await recoverAbandoned(world.effects)).toBe(1);
    expect(await recoverAbandoned(world.effects)).toBe(0);
    world.queue.length = 0;
    world.pass(60_000);
    await world.sweep();
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
    expect(await recoverAbandoned(world.effects)).toBe(0);
  });
});
