import { describe, expect, test } from 'vitest';
import { update } from '#shared/db/expressions';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { plannedWorld, planOne } from './fixtures.ts';
import { makeWorld } from './world.ts';

const MINUTE_MS = 60_000;

describe('the sweep', () => {
  test('does not touch what is in progress', async () => {
    const { world } = await plannedWorld();
    await world.sweep();
    world.pass(MINUTE_MS - 1_000);
    await world.sweep();
    expect(world.queue).toHaveLength(1);
  });

  test('sends back what no worker took within a minute, once', async () => {
    const { world, registered, deliveryId } = await plannedWorld();
    world.queue.length = 0;
    world.pass(MINUTE_MS);
    await world.sweep();
    await world.sweep();
    world.pass(5 * MINUTE_MS);
    await world.sweep();
    const { registrationId } = registered.registration;
    expect(world.queue).toMatchObject([{ deliveryId, registrationId }]);
    expect(world.logLines).toContainEqual(expect.objectContaining({ code: 'DELIVERIES_SWEPT', count: 1 }));
  });

  test('by two functions at once sends it back once', async () => {
    const { world } = await plannedWorld();
    world.queue.length = 0;
    world.pass(MINUTE_MS);
    await Promise.all([world.sweep(), world.sweep()]);
    expect(world.queue).toHaveLength(1);
  });

  test('sends it back again a quarter of an hour later if that message is lost too', async () => {
    const { world } = await plannedWorld();
    world.pass(MINUTE_MS);
    await world.sweep();
    world.queue.length = 0;
    world.pass(15 * MINUTE_MS);
    await world.sweep();
    expect(world.queue).toHaveLength(1);
  });

  test('changes nothing about when a delivery is due', async () => {
    const { world, deliveryId } = await plannedWorld();
    const before = await world.delivery(deliveryId);
    world.pass(MINUTE_MS);
    await world.sweep();
    expect(await world.delivery(deliveryId)).toStrictEqual(before);
  });

  test('finds a retry whose message was lost', async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_, index) => ({ status: index === 0 ? 500 : 200 }));
    await world.receiveNext();
    world.queue.length = 0;
    world.pass(5_000 + MINUTE_MS);
    await world.sweep();
    await world.drain();
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered', attemptCount: 2 });
  });

  test('finds every one of a hundred deliveries, whatever shard they are in', { tags: ['load'] }, async () => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp());
    const ids = await Promise.all(Array.from({ length: 100 }, () => planOne(world, registered)));
    world.queue.length = 0;
    world.pass(MINUTE_MS);
    await world.sweep();
    expect(world.queue.map(({ deliveryId }) => deliveryId).sort()).toStrictEqual(
      (await world.deliveriesOf(registered)).map(({ deliveryId }) => deliveryId).sort(),
    );
    expect(ids).toHaveLength(world.queue.length);
  });

  test('is not stopped by a delivery that it cannot parse, and fails for it once the others are handled', async () => {
    const world = await makeWorld();
    const registered = await world.register(await world.addApp());
    const broken = await planOne(world, registered);
    const sound = await Promise.all(Array.from({ length: 30 }, () => planOne(world, registered)));
    await world.table.write(update(deliveryKeys.delivery(broken), { remove: ['body'], when: { pk: 'exists' } }));
    world.queue.length = 0;
    world.pass(MINUTE_MS);
    await expect(world.sweep()).rejects.toThrow();
    expect(world.queue).toHaveLength(sound.length);
  });

  test('that cannot reach the queue fails, and finds the delivery again later', async () => {
    const { world } = await plannedWorld();
    world.queue.length = 0;
    const { send } = world.effects;
    world.effects.send = async () => {
      throw new Error('The queue is out of reach');
    };
    world.pass(MINUTE_MS);
    await expect(world.sweep()).rejects.toThrow('The queue is out of reach');
    world.effects.send = send;
    world.pass(15 * MINUTE_MS);
    await world.sweep();
    expect(world.queue).toHaveLength(1);
  });
});
