import { describe, expect, test } from 'vitest';
import { makeAgenda } from '#tests/bench/profile/agenda';
import { arrivalsOf } from '#tests/bench/profile/arrivals';
import { customerShares, ONBOARDING, sharesOf } from '#tests/bench/profile/mix';
import { makeRate, makeServers } from '#tests/bench/profile/servers';
import { simulate } from '#tests/bench/profile/simulate';
import { awsWorld, raisedWorld } from '#tests/bench/profile/world';
import { seededRandom } from '#tests/support/random';

const DEMAND = { callsASecond: 20, seconds: 20, warmUpSeconds: 10, seed: 7 } as const;

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

test('an agenda lets everything happen in order, also what is added on the way', () => {
  const [agenda, seen] = [makeAgenda(), [] as number[]];
  for (const atMs of [5, 1, 9, 3, 7, 1]) agenda.at(atMs, () => seen.push(atMs));
  agenda.at(4, () => agenda.at(6, () => seen.push(6)));
  agenda.run();
  expect(seen).toEqual([1, 1, 3, 5, 6, 7, 9]);
});

test('servers take what comes first, one thing at a time each', () => {
  const two = makeServers(2);
  expect([two(0, 10), two(0, 10), two(1, 10), two(50, 10)]).toEqual([10, 10, 20, 60]);
});

test('a rate gives units only when they are there', () => {
  const rate = makeRate(100);
  expect([rate(0, 10), rate(0, 10), rate(1000, 1)]).toEqual([0, 100, 1000]);
});

describe('the mix', () => {
  test('is made of calls of the API, and its shares are all of them', () => {
    expect(sum(sharesOf(ONBOARDING).calls.values())).toBeCloseTo(1);
    expect(sum(customerShares(ONBOARDING.customers))).toBeCloseTo(1);
  });

  test('arrives at its rate, the largest customer with its share', () => {
    const demand = { callsASecond: 50, seconds: 600, warmUpSeconds: 0, seed: 1 };
    const arrivals = [...arrivalsOf(ONBOARDING, demand, seededRandom(1))];
    expect(arrivals.length / 600 / 50).toBeCloseTo(1, 1);
    expect(arrivals.filter(({ account }) => account === 0).length / arrivals.length).toBeCloseTo(0.2, 1);
  });
});

describe('the model', () => {
  test('has the same outcome each time', () => {
    expect(simulate(ONBOARDING, awsWorld(), DEMAND)).toEqual(simulate(ONBOARDING, awsWorld(), DEMAND));
  });

  test('answers every call, and delivers every webhook, where nothing is scarce', () => {
    const { refused, perSecond, calls, p50Ms } = simulate(ONBOARDING, raisedWorld(), DEMAND);
    expect(refused).toEqual(new Map());
    expect(perSecond).toBeCloseTo(calls / DEMAND.seconds, -1);
    expect(p50Ms).toBeGreaterThan(8);
    expect(p50Ms).toBeLessThan(50);
  });

  test.each([
    ['429 throttle', { throttle: { requestsPerSecond: 5, burst: 5 } }],
    ['503 concurrency', { concurrency: 1 }],
    ['503 table', { tableUnitsASecond: 100, patienceMs: 1000 }],
    ['503 outbox', { partitionUnitsASecond: 1, patienceMs: 1000 }],
    ['429 limit createApplicant', { rateLimitScale: 0.1 }],
  ])('refuses with %s what that limit does not give', (reason, scarce) => {
    const { refused } = simulate(ONBOARDING, { ...raisedWorld(), ...scarce }, DEMAND);
    expect(refused.get(reason)).toBeGreaterThan(0);
  });

  test('waits for a processor as a queue of one does', () => {
    const oneProcessor = { ...raisedWorld(), processors: 1, ownMs: () => 25, tripMs: () => 0, waitsMs: () => 0 };
    const alone = { ...DEMAND, callsAlone: true } as const;
    const [idle, busy] = [1, 30].map((callsASecond) => simulate(ONBOARDING, oneProcessor, { ...alone, callsASecond }));
    expect(busy?.p50Ms).toBeGreaterThan(1.5 * (idle?.p50Ms ?? 0));
  });
});
