import { describe, expect, test } from 'vitest';
import { OPEN_DELIVERY_STATUSES } from '#shared/webhooks/deliveries/records/delivery-states';
import { endpointOf, HANGS, responses, type Simulation, simulate } from './simulation.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const ENDPOINT = endpointOf('endpoint');

/** Makes this many deliveries at once to an endpoint that hangs for this long. */
const backlog = async (count: number, hangsForMs: number) => {
  const simulation = await simulate();
  const recoversAtMs = simulation.now() + hangsForMs;
  const registered = await simulation.register('endpoint', (nowMs) =>
    nowMs < recoversAtMs ? HANGS : responses(200, 50),
  );
  for (let event = 0; event < count; event++) await simulation.emit(registered);
  return { simulation, registered };
};

const report = (what: string, { wakes, posts, mostUnderWay }: Simulation): void => {
  const ratio = (wakes() / posts.length).toFixed(2);
  process.stdout.write(
    `\n  ${what}: ${wakes()} wakes for ${posts.length} attempts (${ratio}), ${mostUnderWay(ENDPOINT)} at once\n`,
  );
};

describe('a backlog behind an endpoint that hangs', () => {
  test.each([
    [300, 8],
    [1_000, 8],
    [1_000, 60],
  ])(
    'of %i deliveries, for %i minutes: all end within minutes of its recovery, with less than three wake-ups an attempt',
    async (count, minutes) => {
      const { simulation, registered } = await backlog(count, minutes * MINUTE_MS);
      await simulation.until(() => simulation.ended() === count, (minutes + 15) * MINUTE_MS);
      report(`${count} deliveries, ${minutes} minutes`, simulation);
      expect(simulation.wakes()).toBeLessThan(3 * simulation.posts.length);
      expect(simulation.mostUnderWay(ENDPOINT)).toBeLessThanOrEqual(20);
      for (const { status, attemptCount } of await simulation.world.deliveriesOf(registered)) {
        expect(status).toBe(attemptCount < 5 ? 'delivered' : expect.stringMatching(/^(delivered|failed)$/));
      }
    },
    300_000,
  );

  test('of 1,000 deliveries, for a day, causes less than three wake-ups an attempt and ends only those with five failures', async () => {
    const { simulation, registered } = await backlog(1_000, Number.POSITIVE_INFINITY);
    await simulation.pass(DAY_MS);
    report('1,000 deliveries, a day', simulation);
    expect(simulation.wakes()).toBeLessThan(3 * simulation.posts.length);
    for (const { status, attemptCount } of await simulation.world.deliveriesOf(registered)) {
      expect(attemptCount < 5 ? OPEN_DELIVERY_STATUSES : ['failed']).toContain(status);
    }
  }, 300_000);

  test('is skipped completely within minutes of the deletion of its registration', async () => {
    const { simulation, registered } = await backlog(300, Number.POSITIVE_INFINITY);
    await simulation.pass(5 * MINUTE_MS);
    await simulation.world.remove(registered);
    await simulation.pass(3 * MINUTE_MS);
    const open = (await simulation.world.deliveriesOf(registered)).filter(({ endedAt }) => endedAt === undefined);
    // Those in progress find this out at their next attempt.
    expect(open.length).toBeLessThan(10);
    await simulation.pass(5 * MINUTE_MS);
    for (const { status, endReason } of await simulation.world.deliveriesOf(registered)) {
      expect([status, endReason]).toStrictEqual(['skipped', 'registration_deleted']);
    }
  }, 120_000);
});

describe('a backlog of an endpoint that responds', () => {
  test('of 1,000 deliveries at once is sent twenty at a time, with two wake-ups each, and none twice', async () => {
    const simulation = await simulate();
    const registered = await simulation.register('endpoint', () => responses(200, 100));
    for (let event = 0; event < 1_000; event++) await simulation.emit(registered);
    const startedAtMs = simulation.now();
    await simulation.until(() => simulation.ended() === 1_000, MINUTE_MS);
    report(`1,000 deliveries, ${(simulation.now() - startedAtMs) / 1000} s`, simulation);
    expect(simulation.posts).toHaveLength(1_000);
    expect(simulation.mostUnderWay(ENDPOINT)).toBe(20);
    expect(simulation.wakes()).toBeLessThan(2.1 * 1_000);
  }, 120_000);

  test('that is slow to respond is sent five at a time', async () => {
    const simulation = await simulate();
    const registered = await simulation.register('endpoint', () => responses(200, 9_000));
    for (let event = 0; event < 100; event++) await simulation.emit(registered);
    await simulation.until(() => simulation.ended() === 100, 10 * MINUTE_MS);
    const later = simulation.posts.slice(25).map(({ atMs }) => atMs);
    const atOnce = later.map((atMs) => later.filter((other) => other <= atMs && other > atMs - 9_000).length);
    expect(Math.max(...atOnce)).toBe(5);
    expect(simulation.posts).toHaveLength(100);
  }, 120_000);
});
