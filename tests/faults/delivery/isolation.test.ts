import { expect, test } from 'vitest';
import { OPEN_DELIVERY_STATUSES } from '#shared/webhooks/deliveries/records/delivery-states';
import { planOne } from '#tests/integration/delivery/fixtures';
import { makeWorld } from '#tests/integration/delivery/world';
import { type Behaviour, endpointOf, HANGS, responses, simulate } from './simulation.ts';

const REGISTRATIONS = 20;

/** Each registration has an event every half second, for a minute and a half. */
const EVENTS_EACH = 180;
const EVERY_MS = 500;

const FAST: Behaviour = () => responses(200, 100);

/** The behaviour of an endpoint next to nineteen fast ones. */
const NEIGHBOURS: Readonly<Record<string, Behaviour>> = {
  'answers like the others': FAST,
  'accepts after 9 s': () => responses(200, 9_000),
  'accepts every other one after 9 s': (nowMs) => responses(200, Math.floor(nowMs / EVERY_MS) % 2 ? 9_000 : 100),
  'fails after 9 s': () => responses(500, 9_000),
  'fails at once': () => responses(500, 5),
  hangs: () => HANGS,
};

/** A fifth of a stage's senders, so that one unbounded endpoint would occupy them all. */
const SMALL_POOL = { functions: 10, batchSize: 5 };

/** How long the nineteen others waited for their deliveries, ascending, and how many POSTs the first had at once. */
const timesBeside = async (neighbour: Behaviour) => {
  const simulation = await simulate(SMALL_POOL);
  const first = await simulation.register('first', neighbour);
  const others = [];
  for (let index = 1; index < REGISTRATIONS; index++) others.push(await simulation.register(`other${index}`, FAST));
  for (let event = 0; event < EVENTS_EACH; event++) {
    for (const registered of [first, ...others]) await simulation.emit(registered);
    await simulation.pass(EVERY_MS);
  }
  await simulation.pass(30_000);
  const timesMs: number[] = [];
  for (const registered of others) {
    for (const { deliveryId, body, status } of await simulation.world.deliveriesOf(registered)) {
      expect(status).toBe('delivered');
      const { createdAt } = JSON.parse(body);
      timesMs.push((simulation.deliveredAtMs.get(deliveryId) ?? Number.NaN) - Date.parse(createdAt));
    }
  }
  const kept = await simulation.world.deliveriesOf(first);
  expect(kept).toHaveLength(EVENTS_EACH);
  for (const { status, attemptCount } of kept) {
    if (status !== 'delivered') expect(attemptCount < 5 ? OPEN_DELIVERY_STATUSES : ['failed']).toContain(status);
  }
  return {
    timesMs: timesMs.sort((one, other) => one - other),
    atOnce: simulation.mostUnderWay(endpointOf('first')),
  };
};

const at = (timesMs: readonly number[], share: number): number =>
  timesMs[Math.ceil(timesMs.length * share) - 1] ?? Number.NaN;

test('whatever one of 20 endpoints does, the others wait at most twice as long as next to one like them', async () => {
  const medians = new Map<string, number>();
  process.stdout.write('\nWaiting times of 19 endpoints beside a 20th, 50 senders, simulated:\n');
  for (const [how, neighbour] of Object.entries(NEIGHBOURS)) {
    const { timesMs, atOnce } = await timesBeside(neighbour);
    const [p50, p99, last] = [at(timesMs, 0.5), at(timesMs, 0.99), at(timesMs, 1)];
    process.stdout.write(`  that ${how}: p50 ${p50} ms, p99 ${p99}, last ${last}; it sees ${atOnce} at once\n`);
    expect(atOnce).toBeLessThanOrEqual(20);
    medians.set(how, p50);
  }
  const own = medians.get('answers like the others') ?? Number.NaN;
  for (const [how, median] of medians) expect(median, how).toBeLessThanOrEqual(2 * own);
}, 300_000);

test('the breaker opens at the fifth hang, probes after 15, 30, 60, 120 and 300 s, and closes at any response', async () => {
  const world = await makeWorld();
  const registered = await world.register(await world.addApp());
  const outcomes = [...Array.from({ length: 5 + 6 }, () => HANGS), responses(500, 3)];
  const postedAtMs: number[] = [];
  world.effects.post = async () => {
    postedAtMs.push(world.now());
    return outcomes.shift() ?? responses(200, 3);
  };
  const ids: string[] = [];
  for (let index = 0; index < 20; index++) ids.push(await planOne(world, registered));
  while (outcomes.length > 0) await world.receiveNext();
  const gaps = postedAtMs.slice(1).map((atMs, index) => (atMs - (postedAtMs[index] ?? 0)) / 1000);
  expect(gaps).toStrictEqual([0, 0, 0, 0, 15, 30, 60, 120, 300, 300, 300]);

  await world.drain();
  for (const id of ids) expect(await world.delivery(id)).toMatchObject({ status: 'delivered' });
  const changes = world.logLines
    .filter(({ code, reason }) => code === 'BREAKER_CHANGED' && reason === 'registration')
    .map(({ status }) => status);
  expect(changes).toStrictEqual([...Array.from({ length: 7 }, () => 'open'), 'closed']);
});
