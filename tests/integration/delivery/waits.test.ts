import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { RETRY_POLICY } from '#shared/webhooks/deliveries/conclusions/retry-policy';
import { type SendDelivery, sendDelivery } from '#shared/webhooks/deliveries/records/delivery-queue';
import { EARLY_MS } from '#shared/webhooks/deliveries/records/delivery-writes';
import { memoryTable } from '#tests/support/memory-table';
import { mockAws } from '#tests/support/mock-aws';
import { plannedWorld } from './fixtures.ts';
import type { World } from './world.ts';

process.env['DELIVERY_QUEUE_URL'] = 'http://localhost/000000000000/deliveries';

const queue = mockAws(SQSClient);

/** The whole seconds of delay that the real sender requests. */
const requestedDelaySeconds = async (delivery: Parameters<SendDelivery>[0]): Promise<number> => {
  queue.reset();
  queue.on(SendMessageCommand).resolves({ MessageId: 'sent' });
  await sendDelivery(delivery);
  return queue.commandCalls(SendMessageCommand)[0]?.args[0].input.DelaySeconds ?? Number.NaN;
};

/**
 * Makes every attempt of a delivery fail, with the real sender and the real claim. Returns how long after the end of
 * each attempt the next one began.
 *
 * @param messageMs how long after its time a message reaches a worker; negative if a timer fires early.
 */
const waitsOf = async (
  world: World,
  deliveryId: string,
  { messageMs, postMs }: { readonly messageMs: () => number; readonly postMs: () => number },
): Promise<readonly number[]> => {
  const begunMs: number[] = [];
  const endedMs: number[] = [];
  world.effects.random = Math.random;
  world.effects.post = async () => {
    begunMs.push(world.now());
    const durationMs = postMs();
    world.pass(durationMs);
    endedMs.push(world.now());
    return { kind: 'response', statusCode: 500, excerpt: '', durationMs };
  };
  world.effects.send = async ({ delayMs, ...message }) => {
    const delaySeconds = await requestedDelaySeconds({ delayMs, ...message });
    world.queue.push({ ...message, visibleAtMs: world.now() + delaySeconds * 1000 + messageMs() });
  };
  await world.drain();
  expect(await world.delivery(deliveryId)).toMatchObject({ status: 'failed', attemptCount: 5 });
  return begunMs.slice(1).map((beganMs, index) => beganMs - (endedMs[index] ?? 0));
};

const DELIVERIES = 40;

describe('the waits between five attempts, with the real sender and claim', () => {
  test.each<[string, () => number]>([
    ['messages that take up to 400 ms', () => Math.random() * 400],
    ['messages that arrive exactly on time', () => 0],
    ['timers that fire a millisecond early', () => -1],
    ['timers that fire up to half a second early', () => -Math.random() * 500],
  ])('are 5, 10, 20 and 40 s and at most a fifth longer, with random jitter, for %s', async (_, messageMs) => {
    const waits: (readonly number[])[] = [];
    for (let delivery = 0; delivery < DELIVERIES; delivery++) {
      // A few with the real table, so that its arithmetic is covered as well.
      const { world, deliveryId } = await plannedWorld(delivery < 3 ? {} : { table: memoryTable() });
      waits.push(await waitsOf(world, deliveryId, { messageMs, postMs: () => Math.round(Math.random() * 3_000) }));
    }
    for (const [attempt, delaySeconds] of RETRY_POLICY.delaysSeconds.entries()) {
      const waitsMs = waits.map((wait) => wait[attempt] ?? Number.NaN);
      expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(delaySeconds * 1000);
      expect(Math.max(...waitsMs)).toBeLessThanOrEqual(delaySeconds * 1200);
      expect(new Set(waitsMs).size, 'spread').toBeGreaterThan(1);
    }
  });
});

describe('a message that arrives early', () => {
  const retrying = async () => {
    const { world, deliveryId } = await plannedWorld();
    world.receiver.respondWith((_, index) => ({ status: index === 0 ? 500 : 200 }));
    await world.receiveNext();
    world.queue.length = 0;
    return { world, deliveryId, dueAtMs: (await world.delivery(deliveryId)).claimableAtMs ?? 0 };
  };

  test.each([1, 2, 500, EARLY_MS])(
    'by %i ms is waited for: the attempt is made, and not before its time',
    async (early) => {
      const { world, deliveryId, dueAtMs } = await retrying();
      world.pass(dueAtMs - early - world.now());
      await world.deliver(deliveryId);
      expect(world.now()).toBe(dueAtMs);
      expect(world.receiver.received).toHaveLength(2);
      expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
    },
  );

  test('is waited for by a worker whose own timer fires early as well', async () => {
    const { world, deliveryId, dueAtMs } = await retrying();
    world.effects.wait = async (delayMs) => world.pass(Math.max(1, delayMs - 1));
    world.pass(dueAtMs - 300 - world.now());
    await world.deliver(deliveryId);
    expect(world.now()).toBe(dueAtMs);
    expect(await world.delivery(deliveryId)).toMatchObject({ status: 'delivered' });
  });

  test('by more is acknowledged and left to the one that is on time', async () => {
    const { world, deliveryId, dueAtMs } = await retrying();
    world.pass(dueAtMs - EARLY_MS - 1 - world.now());
    await world.deliver(deliveryId);
    expect(world.receiver.received).toHaveLength(1);
  });
});
