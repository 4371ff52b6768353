import { describe, expect, test } from 'vitest';
import type { Table } from '#shared/db/operations';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { HOST_ALLOWANCE } from '#shared/webhooks/deliveries/limits/host-allowance';
import type { AttemptOutcome } from '#shared/webhooks/deliveries/records/attempt-outcome';
import { newTest } from '#shared/webhooks/deliveries/test-delivery';
import { sessionScope } from '#tests/support/accounts';
import { memoryTable } from '#tests/support/memory-table';
import { ownTable } from '#tests/support/own-table';
import { waitUntil } from '#tests/support/wait-until';
import { eventOf, planOne } from './fixtures.ts';
import { makeWorld, type Registered, type World } from './world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const OK: AttemptOutcome = { kind: 'response', statusCode: 200, excerpt: '', durationMs: 20 };
const ERROR: AttemptOutcome = { kind: 'response', statusCode: 500, excerpt: '', durationMs: 20 };
const HANG: AttemptOutcome = { kind: 'error', errorClass: 'timeout', durationMs: 10_000 };

/** Registrations of one host, each of its own widget, and the times of the POSTs. */
const sharing = async (count: number, { unproven = true, table = memoryTable() as Table } = {}) => {
  const world = await makeWorld({ table });
  const registrations: Registered[] = [];
  for (let made = 0; made < count; made++) {
    const endpoint = `https://hooks.example.com/${made}`;
    registrations.push(await world.register(await world.addApp(), { endpoint, unproven }));
  }
  const posts: number[] = [];
  const answerWith = (outcome: AttemptOutcome) => {
    world.effects.post = async () => {
      posts.push(world.now());
      return outcome;
    };
  };
  return { world, registrations, posts, answerWith };
};

/** Lets time pass with its sweeps, while workers handle every message that becomes visible. */
const pass = async (world: World, forMs: number): Promise<void> => {
  const endMs = world.now() + forMs;
  for (let sweepAtMs = world.now() + MINUTE_MS; sweepAtMs <= endMs; sweepAtMs += MINUTE_MS) {
    while (world.queue.some(({ visibleAtMs }) => visibleAtMs <= sweepAtMs)) await world.receiveNext();
    world.pass(Math.max(0, sweepAtMs - world.now()));
    await world.sweep();
  }
};

const statuses = async (world: World, registrations: readonly Registered[]): Promise<readonly string[]> =>
  (await Promise.all(registrations.map(world.deliveriesOf))).flat().map(({ status }) => status);

/** Sends a registration's test, and returns the id of its delivery. */
const testOf = async (world: World, { registration }: Registered): Promise<string> => {
  const { delivery, operations } = newTest(sessionScope(world.accountId), registration, world.now());
  await world.table.transact(operations);
  const { deliveryId, registrationId } = delivery;
  await world.effects.send({ deliveryId, registrationId, delayMs: 0 });
  return deliveryId;
};

describe('a host that never answered an account with 2xx', () => {
  test.each([
    ['fails', ERROR],
    ['hangs', HANG],
  ])('and %s gets few POSTs an hour, however many registrations name it and events happen', async (_, outcome) => {
    const { world, registrations, posts, answerWith } = await sharing(10);
    answerWith(outcome);
    const startMs = world.now();
    for (let event = 0; event < 3; event++) await world.plan(eventOf(world));
    await pass(world, 3 * HOUR_MS);
    expect(posts.filter((atMs) => atMs < startMs + HOUR_MS).length).toBeLessThanOrEqual(HOST_ALLOWANCE.posts + 6);
    expect(posts.filter((atMs) => atMs >= startMs + HOUR_MS).length).toBeLessThanOrEqual(2 * 6 + 1);
    expect(posts.length).toBeGreaterThan(HOST_ALLOWANCE.posts);
    expect(await statuses(world, registrations)).toHaveLength(30);
  });

  test('loses nothing: once it answers, everything that waited arrives', async () => {
    const { world, registrations, answerWith } = await sharing(10);
    answerWith(ERROR);
    for (let event = 0; event < 3; event++) await world.plan(eventOf(world));
    await pass(world, 10 * MINUTE_MS);
    answerWith(OK);
    await testOf(world, registrations[0] ?? expect.fail('There are ten'));
    await pass(world, 4 * MINUTE_MS);
    const ended = await statuses(world, registrations);
    expect(ended.filter((status) => status !== 'delivered')).toStrictEqual([]);
    expect(ended).toHaveLength(30);
  });

  test('gets a first delivery with all five attempts on schedule', async () => {
    const { world, registrations, posts, answerWith } = await sharing(1);
    answerWith(ERROR);
    for (const registered of registrations) await planOne(world, registered);
    await world.drain();
    expect(posts.map((atMs, index) => atMs - (posts[index - 1] ?? atMs))).toStrictEqual([
      0, 5_000, 10_000, 20_000, 40_000,
    ]);
  });

  test('gets a test at once although events have used its allowance, but only a few tests', async () => {
    const { world, registrations, posts, answerWith } = await sharing(1);
    const [registered = expect.fail('There is one')] = registrations;
    answerWith(ERROR);
    for (let event = 0; event < 5; event++) await planOne(world, registered);
    await world.drain();
    expect(posts).toHaveLength(HOST_ALLOWANCE.posts);
    for (let sent = 0; sent < 3; sent++) await testOf(world, registered);
    await world.drain();
    expect(posts).toHaveLength(HOST_ALLOWANCE.postsForOwner);
  });

  test('gets no more POSTs than its allowance from forty workers at once', { tags: ['load'] }, async () => {
    const { world, registrations, posts, answerWith } = await sharing(2, { table: await ownTable() });
    answerWith(ERROR);
    for (const registered of registrations) for (let event = 0; event < 20; event++) await planOne(world, registered);
    const ids = world.queue.splice(0).map(({ deliveryId }) => deliveryId);
    await Promise.all(ids.map((id) => world.deliver(id)));
    // Workers that lost the race for one are parked, and released by whoever finds that some of the allowance is left.
    await world.drain(200);
    expect(posts.filter((atMs) => atMs < (posts[0] ?? 0) + 5 * MINUTE_MS)).toHaveLength(HOST_ALLOWANCE.posts);
  });

  test('is still limited if another host of the same account answers', async () => {
    const { world, posts, answerWith } = await sharing(1);
    await world.register(await world.addApp(), { endpoint: 'https://healthy.example.com/' });
    answerWith(ERROR);
    for (let event = 0; event < 10; event++) await world.plan(eventOf(world));
    await pass(world, 5 * MINUTE_MS);
    expect(posts.length).toBe(10 * 5 + HOST_ALLOWANCE.posts);
  });
});

describe('a host that answers', () => {
  test('accepts as much from ten registrations as ten hosts would, and nothing is written about it', async () => {
    const { world, registrations, posts } = await sharing(10, { unproven: false });
    const hostKey = deliveryKeys.breaker(`${world.accountId}~hooks.example.com`);
    const before = await world.table.get(hostKey);
    for (const registered of registrations) for (let event = 0; event < 20; event++) await planOne(world, registered);
    const ids = world.queue.splice(0).map(({ deliveryId }) => deliveryId);
    const respond = Promise.withResolvers<void>();
    world.effects.post = async () => {
      posts.push(world.now());
      await respond.promise;
      return OK;
    };
    const working = Promise.all(ids.map((id) => world.deliver(id)));
    await waitUntil(() => posts.length === 200, { what: 'two hundred attempts at once' });
    respond.resolve();
    await working;
    expect(new Set(await statuses(world, registrations))).toStrictEqual(new Set(['delivered']));
    expect(await world.table.get(hostKey)).toStrictEqual(before);
  });

  test('has no limit after its first 2xx, for any registration', async () => {
    const { world, registrations, posts, answerWith } = await sharing(3);
    answerWith(OK);
    for (const registered of registrations) for (let event = 0; event < 20; event++) await planOne(world, registered);
    await world.drain(200);
    expect(posts).toHaveLength(60);
  });

  test('and then hangs is left alone by all its registrations after five deliveries, and probed by three', async () => {
    const { world, registrations, posts, answerWith } = await sharing(10, { unproven: false });
    answerWith(HANG);
    const ids: string[] = [];
    for (const registered of registrations) ids.push(await planOne(world, registered));
    world.queue.length = 0;
    for (const id of ids) await world.deliver(id);
    expect(posts).toHaveLength(5);
    const waiting = await Promise.all(ids.slice(5).map(world.delivery));
    expect(waiting.map(({ status, attemptCount }) => [status, attemptCount])).toStrictEqual(
      Array(5).fill(['pending', 0]),
    );

    world.pass(15_000);
    const respond = Promise.withResolvers<void>();
    let probes = 0;
    world.effects.post = async () => {
      probes++;
      await respond.promise;
      return OK;
    };
    const probing = Promise.all(ids.slice(5).map((id) => world.deliver(id)));
    await waitUntil(() => probes === 3, { what: 'three probes' });
    respond.resolve();
    await probing;
    await pass(world, 3 * MINUTE_MS);
    expect(new Set(await statuses(world, registrations))).toStrictEqual(new Set(['delivered']));
  });
});
