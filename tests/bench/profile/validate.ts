import { setTimeout as sleep } from 'node:timers/promises';
import { MAIN_CASES } from '#tests/bench/calls/all';
import { mustInvoke } from '#tests/bench/calls/invoke';
import type { BenchCloud } from '#tests/bench/cloud/cloud';
import { readCosts } from '#tests/bench/cloud/costs-file';
import type { Row } from '#tests/bench/measured';
import { rounded } from '#tests/bench/report';
import { sized } from '#tests/bench/size';
import { median, percentile } from '#tests/bench/statistics';
import { seededRandom } from '#tests/support/random';
import { type Mix, sharesOf } from './mix.ts';
import { simulate } from './simulate.ts';
import { awsWorld, type World } from './world.ts';

const { ALONE, CALLS, SEEDS } = sized({ ALONE: 15, CALLS: 600, SEEDS: 20 }, { ALONE: 1, CALLS: 10, SEEDS: 1 });

/** How many calls are under way when it is measured what this machine takes. */
const AT_ONCE = 8;

/** The rate of the compared run, of what this machine takes. */
const LOAD = 0.5;

/** What one call takes when nothing else runs. */
interface Alone {
  readonly wallMs: number;
  readonly processorMs: number;
}

const prepared = (cloud: BenchCloud, name: string): Promise<unknown> => {
  const prepare = MAIN_CASES[name];
  if (!prepare) throw new RangeError(`There is no main case of ${name}`);
  return Promise.resolve(prepare(cloud));
};

const measureAlone = async (cloud: BenchCloud, name: string): Promise<Alone> => {
  await mustInvoke(name, await prepared(cloud, name));
  const measured: Alone[] = [];
  for (let call = 0; call < ALONE; call++) {
    const event = await prepared(cloud, name);
    const [startedMs, processor] = [performance.now(), process.cpuUsage()];
    await mustInvoke(name, event);
    const { user, system } = process.cpuUsage(processor);
    const wallMs = performance.now() - startedMs;
    measured.push({ wallMs, processorMs: Math.min(wallMs, (user + system) / 1000) });
  }
  return {
    wallMs: median(measured.map(({ wallMs }) => wallMs)),
    processorMs: median(measured.map(({ processorMs }) => processorMs)),
  };
};

/** The mean of what each call took at two times. */
const between = (before: ReadonlyMap<string, Alone>, after: ReadonlyMap<string, Alone>): ReadonlyMap<string, Alone> => {
  const mean = (one: number, other = one): number => (one + other) / 2;
  return new Map(
    [...before].map(([name, { wallMs, processorMs }]) => [
      name,
      {
        wallMs: mean(wallMs, after.get(name)?.wallMs),
        processorMs: mean(processorMs, after.get(name)?.processorMs),
      },
    ]),
  );
};

/** One thread runs the handlers, one process is the table, and nothing limits calls. */
const localWorld = (alone: ReadonlyMap<string, Alone>): World => ({
  ...awsWorld(),
  ownMs: (name) => alone.get(name)?.processorMs ?? 0,
  tripMs: (name) => {
    const { wallMs = 0, processorMs = 0 } = alone.get(name) ?? {};
    return (wallMs - processorMs) / Math.max(1, readCosts()[name]?.trips ?? 1);
  },
  waitsMs: () => 0,
  coldMs: () => 0,
  processors: 1,
  tableServers: 1,
  throttle: { requestsPerSecond: Number.MAX_SAFE_INTEGER, burst: Number.MAX_SAFE_INTEGER },
  concurrency: Number.MAX_SAFE_INTEGER,
  tableUnitsASecond: Number.MAX_SAFE_INTEGER,
  partitionUnitsASecond: Number.MAX_SAFE_INTEGER,
  patienceMs: Number.MAX_SAFE_INTEGER,
  rateLimitScale: Number.MAX_SAFE_INTEGER,
});

interface Seen {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Makes calls as fast as they are answered. Returns how many a second that is. */
const mostASecond = async (cloud: BenchCloud, names: readonly string[]): Promise<number> => {
  const events: (readonly [name: string, event: unknown])[] = [];
  for (const name of names) events.push([name, await prepared(cloud, name)]);
  const beganMs = performance.now();
  let next = 0;
  const caller = async (): Promise<void> => {
    for (let one = events[next++]; one; one = events[next++]) await mustInvoke(...one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return (events.length * 1000) / (performance.now() - beganMs);
};

/** Makes the calls of a mix at random times, whether or not earlier ones have ended. */
const callMix = async (cloud: BenchCloud, names: readonly string[], callsASecond: number): Promise<Seen> => {
  const random = seededRandom(1);
  const events: (readonly [name: string, event: unknown])[] = [];
  for (const name of names) events.push([name, await prepared(cloud, name)]);
  const durationsMs: number[] = [];
  const beganMs = performance.now();
  let dueMs = beganMs;
  const calls: Promise<void>[] = [];
  for (const [name, event] of events) {
    dueMs += (-Math.log(1 - random()) * 1000) / callsASecond;
    await sleep(Math.max(0, dueMs - performance.now()));
    // From when it was due, because a busy process is also late to send.
    const [startedMs, invoked] = [dueMs, mustInvoke(name, event)];
    calls.push(invoked.then(() => void durationsMs.push(performance.now() - startedMs)));
  }
  await Promise.all(calls);
  return {
    perSecond: (durationsMs.length * 1000) / (performance.now() - beganMs),
    p50Ms: percentile(durationsMs, 0.5),
    p99Ms: percentile(durationsMs, 0.99),
  };
};

/** So many calls, each endpoint as often as its share says, in an order that is always the same. */
const drawnOf = (shares: ReadonlyMap<string, number>, count: number): readonly string[] => {
  const random = seededRandom(2);
  return Array.from({ length: count }, () => {
    let left = random();
    for (const [name, share] of shares) {
      left -= share;
      if (left <= 0) return name;
    }
    return [...shares.keys()].at(-1) ?? '';
  });
};

/** A mix whose customers are all alike and call evenly, as the run has them. */
const evenly = (mix: Mix): Mix => ({
  ...mix,
  activities: { ...mix.activities, watchedVendors: 0 },
  customers: { count: 10_000, largestShare: 1e-4, largestAddresses: 1, burst: { seconds: 10, times: 1 } },
});

const predicted = (mix: Mix, world: World, callsASecond: number): Seen => {
  const outcomes = Array.from({ length: SEEDS }, (_, seed) =>
    simulate(mix, world, { callsASecond, seconds: CALLS / callsASecond, warmUpSeconds: 1, seed, callsAlone: true }),
  );
  const medianOf = (value: (seen: Seen) => number): number => median(outcomes.map(value));
  return {
    perSecond: medianOf(({ perSecond }) => perSecond),
    p50Ms: medianOf(({ p50Ms }) => p50Ms),
    p99Ms: medianOf(({ p99Ms }) => p99Ms),
  };
};

/**
 * The calls of a mix on this machine, and what the model says of them with the durations of each call alone.
 *
 * @returns a row for each figure.
 */
export const compareWithModel = async (cloud: BenchCloud, mix: Mix): Promise<readonly Row[]> => {
  const even = evenly(mix);
  const { calls } = sharesOf(even);
  const shares = new Map([...calls].filter(([name]) => name in MAIN_CASES));
  const measureEach = async (): Promise<ReadonlyMap<string, Alone>> => {
    const each = new Map<string, Alone>();
    for (const name of shares.keys()) each.set(name, await measureAlone(cloud, name));
    return each;
  };
  // Before and after the run, in which the code becomes about twice as fast.
  const before = await measureEach();
  const most = await mostASecond(cloud, drawnOf(shares, CALLS / 2));
  const callsASecond = LOAD * most;
  const measured = await callMix(cloud, drawnOf(shares, CALLS), callsASecond);
  const alone = between(before, await measureEach());
  const sum = (part: (one: Alone) => number): number =>
    [...alone].reduce((total, [name, one]) => total + (shares.get(name) ?? 0) * part(one), 0);
  const busiestMs = Math.max(
    sum(({ processorMs }) => processorMs),
    sum(({ wallMs, processorMs }) => wallMs - processorMs),
  );
  const model = predicted(even, localWorld(alone), callsASecond);
  const compared = [
    ['most calls a second', 1000 / busiestMs, most],
    ['calls a second', model.perSecond, measured.perSecond],
    ['p50 ms', model.p50Ms, measured.p50Ms],
    ['p99 ms', model.p99Ms, measured.p99Ms],
  ] as const;
  return compared.map(([figure, says, is]) => ({
    figure,
    model: rounded(says),
    measured: rounded(is),
    'model of measured': rounded(says / is, 2),
  }));
};
