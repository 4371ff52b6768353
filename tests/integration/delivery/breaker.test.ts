import { describe, expect, test } from 'vitest';
import type { AttemptOutcome } from '#shared/webhooks/deliveries/records/attempt-outcome';
import { memoryTable } from '#tests/support/memory-table';
import { planOne } from './fixtures.ts';
import { makeWorld, type Registered, type World, type WorldOptions } from './world.ts';

const TIMEOUT: AttemptOutcome = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 };
const REFUSAL: AttemptOutcome = { kind: 'error', errorClass: 'refused', durationMs: 3 };

/** A world whose endpoint hangs until the test changes this, and the number of POSTs made. */
const hangingWorld = async (options: WorldOptions = {}) => {
  const world = await makeWorld(options);
  const registered = await world.register(await world.addApp());
  const { post } = world.effects;
  let posts = 0;
  const respondWith = (outcome: AttemptOutcome) => {
    world.effects.post = async () => {
      posts++;
      return outcome;
    };
  };
  respondWith(TIMEOUT);
  return {
    world,
    registered,
    answerWith: respondWith,
    recover: () => {
      world.effects.post = post;
    },
    posts: () => posts,
  };
};

const plan = async (world: World, registered: Registered, count: number): Promise<string[]> => {
  const ids: string[] = [];
  for (let index = 0; index < count; index++) ids.push(await planOne(world, registered));
  return ids;
};

/** Workers take these messages at once. Afterwards the queue contains only the messages that the workers sent. */
const deliverAll = async (world: World, ids: readonly string[]): Promise<void> => {
  world.queue.length = 0;
  await Promise.all(ids.map((id) => world.deliver(id)));
};

const changesOf = (world: World): unknown[] =>
  world.logLines
    .filter(({ code, reason }) => code === 'BREAKER_CHANGED' && reason === 'registration')
    .map(({ status }) => status);

describe('an endpoint that hangs', () => {
  test('is not called any more after five deliveries in a row hung: the others are parked, and use no attempt', async () => {
    const { world, registered, posts } = await hangingWorld();
    await deliverAll(world, await plan(world, registered, 5));
    expect(posts()).toBe(5);
    expect(changesOf(world)).toStrictEqual(['open']);
    // The breakers of the registration and of its host.
    expect(world.metricNames.filter((name) => name === 'BreakersOpened')).toHaveLength(2);

    const waiting = await plan(world, registered, 10);
    await deliverAll(world, waiting);
    expect(posts()).toBe(5);
    for (const id of waiting) {
      expect(await world.delivery(id)).toMatchObject({ status: 'pending', attemptCount: 0, unrecordedClaims: 0 });
    }
    expect(world.metricNames.filter((name) => name === 'DeliveriesParked')).toHaveLength(10);
  });

  test('triggers three workers at the end of its cool-down, however many deliveries wait', async () => {
    const { world, registered } = await hangingWorld();
    await deliverAll(world, await plan(world, registered, 5));
    const retries = world.queue.splice(0);
    // One after the other, because of those parked at the same moment each may find itself among the first.
    for (const id of await plan(world, registered, 10)) await world.deliver(id);
    const probes = [...retries, ...world.queue].filter(({ visibleAtMs }) => visibleAtMs >= world.now() + 15_000);
    expect(probes).toHaveLength(3);
    for (const { visibleAtMs } of probes) expect(visibleAtMs).toBeLessThanOrEqual(world.now() + 16_000);
  });

  test('is probed with at most three deliveries after the cool-down; if the first hangs, the wait begins again', async () => {
    const { world, registered, posts } = await hangingWorld();
    await deliverAll(world, await plan(world, registered, 5));
    const waiting = await plan(world, registered, 10);
    world.pass(15_000);
    await deliverAll(world, waiting);
    // The probe that hangs first may do so before the others are sent, which then wait as well.
    const probes = posts() - 5;
    expect([1, 2, 3]).toContain(probes);
    const statuses = await Promise.all(waiting.map(async (id) => (await world.delivery(id)).status));
    expect(statuses.filter((status) => status === 'retrying')).toHaveLength(probes);
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(10 - probes);

    world.pass(29_000);
    await deliverAll(world, waiting);
    expect(posts()).toBe(5 + probes);
    expect(changesOf(world)).toStrictEqual(['open', 'open']);
  });

  test('that responds to the probe gets everything that waited', async () => {
    const { world, registered, recover } = await hangingWorld();
    const early = await plan(world, registered, 5);
    await deliverAll(world, early);
    const waiting = await plan(world, registered, 10);
    recover();
    await world.drain();
    for (const id of [...early, ...waiting]) expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
    expect(changesOf(world)).toStrictEqual(['open', 'closed']);
    expect(world.receiver.received).toHaveLength(15);
  });

  test('and never recovers: every delivery still gets its five attempts and ends', async () => {
    const { world, registered, posts } = await hangingWorld({ table: memoryTable() });
    const ids = await plan(world, registered, 6);
    await world.drain(100);
    for (const id of ids) expect(await world.delivery(id)).toMatchObject({ status: 'failed', attemptCount: 5 });
    expect(posts()).toBe(30);
  });

  test('does not delay registrations of other hosts', async () => {
    const { world, registered, recover } = await hangingWorld();
    await deliverAll(world, await plan(world, registered, 5));
    recover();
    const other = await world.register(await world.addApp(), {
      endpoint: world.receiver.url.replace('127.0.0.1', 'localhost'),
    });
    const [id = ''] = await plan(world, other, 1);
    await world.deliver(id);
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
  });

  test('as few as four times at once is tried on schedule', async () => {
    const { world, registered, posts } = await hangingWorld();
    await plan(world, registered, 4);
    await world.drain();
    expect(posts()).toBe(20);
    expect(world.metricNames).not.toContain('DeliveriesParked');
  });
});

describe('an endpoint that fails fast', () => {
  test('never opens the breaker: each of twenty deliveries is attempted on time', async () => {
    const { world, registered, answerWith: respondWith, posts } = await hangingWorld();
    respondWith(REFUSAL);
    await deliverAll(world, await plan(world, registered, 20));
    expect(posts()).toBe(20);
    expect(world.metricNames).not.toContain('DeliveriesParked');
    expect(changesOf(world)).toStrictEqual([]);
  });
});
