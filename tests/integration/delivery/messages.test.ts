import { describe, expect, test } from 'vitest';
import { newId } from '#shared/platform/ids';
import { plannedWorld } from './fixtures.ts';

describe('a message of the delivery queue', () => {
  test('that arrives twenty times at once makes one POST and one record', async () => {
    const { world, deliveryId } = await plannedWorld();
    await Promise.all(Array.from({ length: 20 }, () => world.deliver(deliveryId)));
    expect(world.receiver.received).toHaveLength(1);
    expect(await world.attempts(deliveryId)).toHaveLength(1);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 1 });
  });

  test('that arrives again while its attempt is in progress does nothing', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith(async () => {
      await world.deliver(deliveryId);
      return { status: 200 };
    });
    await world.drain();
    expect(world.receiver.received).toHaveLength(1);
    expect(await world.attempts(deliveryId)).toHaveLength(1);
  });

  test.each(['delivered', 'failed', 'skipped'])('for a delivery that is %s does nothing', async (status) => {
    const { world, registered, deliveryId } = await plannedWorld();
    if (status === 'failed') world.receiver.respondWith({ status: 500 });
    if (status === 'skipped') await world.remove(registered);
    await world.drain();
    const ended = await world.deliveryItem(deliveryId);
    const received = world.receiver.received.length;
    expect(ended).toMatchObject({ status });
    world.pass(3_600_000);
    await world.deliver(deliveryId);
    expect(await world.deliveryItem(deliveryId)).toStrictEqual(ended);
    expect(world.receiver.received).toHaveLength(received);
    expect(world.queue).toStrictEqual([]);
  });

  test('that arrives before the next attempt is due does nothing', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    await world.receiveNext();
    const waiting = await world.deliveryItem(deliveryId);
    world.pass(3_000);
    await world.deliver(deliveryId);
    expect(await world.deliveryItem(deliveryId)).toStrictEqual(waiting);
    expect(world.receiver.received).toHaveLength(1);
    expect(world.queue).toHaveLength(1);
  });

  test('that arrives a moment early waits for its time, and no attempt is early', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    await world.receiveNext();
    const dueAtMs = (await world.delivery(deliveryId)).claimableAtMs ?? 0;
    world.pass(4_200);
    await world.deliver(deliveryId);
    expect(world.now()).toBe(dueAtMs);
    expect(world.receiver.received).toHaveLength(2);
  });

  test('that arrives hours late makes the attempt that is due, and the retries keep their schedule', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith({ status: 500 });
    await world.receiveNext();
    world.pass(7_200_000);
    await world.receiveNext();
    expect(world.receiver.received).toHaveLength(2);
    expect((await world.delivery(deliveryId)).claimableAtMs).toBe(world.now() + 10_000);
  });

  test('for a delivery that does not exist is acknowledged', async () => {
    const { world } = await plannedWorld();
    await world.deliver(newId('whd', world.now()));
    expect(world.receiver.received).toHaveLength(0);
    expect(world.logLines).toContainEqual(
      expect.objectContaining({ code: 'DELIVERY_CLAIM_REFUSED', status: 'missing' }),
    );
  });
});
