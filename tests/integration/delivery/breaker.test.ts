import { describe, expect, test } from 'vitest';
import { planOne } from './fixtures.ts';
import { makeWorld, type Registered, type World } from './world.ts';

const TIMEOUT = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 } as const;
const REFUSAL = { kind: 'error', errorClass: 'refused', durationMs: 3 } as const;

/** A world whose endpoint hangs until told otherwise, and how many POSTs were made. */
const hangingWorld = async () => {
  const world = await makeWorld();
  const registered = await world.register(await world.addApp());
  const { post } = world.effects;
  let posts = 0;
  const answerWith = (outcome: typeof TIMEOUT | typeof REFUSAL) => {
    world.effects.post = async () => {
      posts++;
      return outcome;
    };
  };
  answerWith(TIMEOUT);
  return {
    world,
    registered,
    answerWith,
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

const deliverAll = (world: World, ids: readonly string[]) => Promise.all(ids.map((id) => world.deliver(id)));

describe('an endpoint that hangs', () => {
  test('is left alone once five deliveries in a row hung: the others wait, and spend no attempt', async () => {
    const { world, registered, posts } = await hangingWorld();
    await deliverAll(world, await plan(world, registered, 5));
    expect(posts()).toBe(5);
    expect(world.logLines).toContainEqual(expect.objectContaining({ code: 'BREAKER_CHANGED', status: 'open' }));
    expect(world.metricNames.filter((name) => name === 'BreakersOpened')).toHaveLength(1);

    const waiting = await plan(world, registered, 10);
    world.queue.length = 0;
    await deliverAll(world, waiting);
    expect(posts()).toBe(5);
    for (const id of waiting) {
      expect(await world.delivery(id)).toMatchObject({ status: 'pending', attemptCount: 0, unrecordedClaims: 0 });
    }
    expect(world.queue).toHaveLength(10);
    expect(Math.min(...world.queue.map(({ visibleAtMs }) => visibleAtMs))).toBeGreaterThanOrEqual(world.now() + 15_000);
  });

  test('is probed with one delivery after the cool-down; when that hangs, the wait begins again', async () => {
    const { world, registered, posts } = await hangingWorld();
    await deliverAll(world, await plan(world, registered, 5));
    const waiting = await plan(world, registered, 10);
    world.pass(15_000);
    await deliverAll(world, waiting);
    expect(posts()).toBe(6);
    const statuses = await Promise.all(waiting.map(async (id) => (await world.delivery(id)).status));
    expect(statuses.filter((status) => status === 'retrying')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'pending')).toHaveLength(9);

    world.pass(29_000);
    await deliverAll(world, waiting);
    expect(posts()).toBe(6);
  });

  test('that answers the probe gets everything that waited', async () => {
    const { world, registered, recover } = await hangingWorld();
    const early = await plan(world, registered, 5);
    await deliverAll(world, early);
    const waiting = await plan(world, registered, 10);
    recover();
    await world.drain();
    for (const id of [...early, ...waiting]) expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
    expect(world.logLines).toContainEqual(expect.objectContaining({ code: 'BREAKER_CHANGED', status: 'closed' }));
    expect(world.receiver.received).toHaveLength(15);
  });

  test('and never recovers: every delivery still gets its five attempts and ends', async () => {
    const { world, registered, posts } = await hangingWorld();
    const ids = await plan(world, registered, 6);
    // Most of these messages find the breaker open.
    await world.drain(300);
    for (const id of ids) expect(await world.delivery(id)).toMatchObject({ status: 'failed', attemptCount: 5 });
    expect(posts()).toBe(30);
  });

  test('does not hold up the registrations of other endpoints', async () => {
    const { world, registered, recover } = await hangingWorld();
    await deliverAll(world, await plan(world, registered, 5));
    recover();
    const other = await world.register(await world.addApp());
    const [id = ''] = await plan(world, other, 1);
    await world.deliver(id);
    expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
  });

  test('as few as four times at once is tried on schedule', async () => {
    const { world, registered, posts } = await hangingWorld();
    await plan(world, registered, 4);
    await world.drain();
    expect(posts()).toBe(20);
  });
});

describe('an endpoint that fails fast', () => {
  test('never opens the breaker: each of twenty deliveries is attempted when it is due', async () => {
    const { world, registered, answerWith, posts } = await hangingWorld();
    answerWith(REFUSAL);
    await deliverAll(world, await plan(world, registered, 20));
    expect(posts()).toBe(20);
    expect(world.logLines.map(({ code }) => code)).not.toContain('DELIVERY_POSTPONED');
  });
});
