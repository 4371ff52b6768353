import { percentile } from '#tests/bench/statistics';
import { seededRandom } from '#tests/support/random';
import { makeAgenda } from './agenda.ts';
import { makeLimits, makeThrottle } from './api.ts';
import { arrivalsOf, type Demand, drawerOf } from './arrivals.ts';
import { makeEnvironments } from './environments.ts';
import { makeMeter, type Used } from './meter.ts';
import { type Mix, sharesOf } from './mix.ts';
import { makeRuns } from './runs.ts';
import { HANDED_ON, type Message, makeWorkers } from './workers.ts';
import type { World } from './world.ts';

/** What callers and their endpoints saw. */
export interface Outcome {
  readonly calls: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The share of calls that each limit refused, by `<status> <limit>`. */
  readonly refused: ReadonlyMap<string, number>;
  /** From the end of a call to the end of the POST of its webhook. */
  readonly webhookP50Ms: number;
  readonly webhookP99Ms: number;
  readonly used: readonly Used[];
}

/** Collects what happens to the calls from the end of the warm-up. */
const makeTally = ({ warmUpSeconds, seconds }: Demand) => {
  const fromMs = warmUpSeconds * 1000;
  const untilMs = fromMs + seconds * 1000;
  const [durationsMs, webhooksMs]: [number[], number[]] = [[], []];
  const refusals = new Map<string, number>();
  let [calls, answeredInTime] = [0, 0];
  return {
    called: (atMs: number): void => {
      if (atMs >= fromMs) calls++;
    },
    answered: (atMs: number, nowMs: number): void => {
      if (nowMs >= fromMs && nowMs < untilMs) answeredInTime++;
      if (atMs >= fromMs) durationsMs.push(nowMs - atMs);
    },
    refused: (atMs: number, reason: string): void => {
      if (atMs >= fromMs) refusals.set(reason, (refusals.get(reason) ?? 0) + 1);
    },
    delivered: ({ sinceMs }: Message, nowMs: number): void => {
      if (sinceMs >= fromMs) webhooksMs.push(nowMs - sinceMs);
    },
    outcome: (used: readonly Used[]): Outcome => ({
      calls,
      perSecond: answeredInTime / seconds,
      p50Ms: percentile(durationsMs, 0.5),
      p99Ms: percentile(durationsMs, 0.99),
      refused: new Map([...refusals].map(([reason, count]) => [reason, count / calls])),
      webhookP50Ms: percentile(webhooksMs, 0.5),
      webhookP99Ms: percentile(webhooksMs, 0.99),
      used,
    }),
  };
};

/** Simulates a mix at a rate, event by event. The same arguments have the same outcome. */
export const simulate = (mix: Mix, world: World, demand: Demand): Outcome => {
  const random = seededRandom(demand.seed);
  const [agenda, meter, tally] = [makeAgenda(), makeMeter(), makeTally(demand)];
  const environments = makeEnvironments(world, meter);
  const startRun = makeRuns(world, agenda, meter, random);
  const { delivered } = tally;
  const give = makeWorkers(world, { agenda, environments, meter, startRun, delivered });
  const passesThrottle = makeThrottle(world, meter);
  const limitOf = makeLimits(world, mix, meter, random);
  const shares = sharesOf(mix);

  /** Each consumer as often as it says, a fraction at random. */
  const follow = (consumers: ReadonlyMap<string, number>, message: Message, atMs: number): void => {
    for (const [name, times] of consumers) {
      if (HANDED_ON.has(name)) continue;
      const whole = Math.floor(times) + (random() < times % 1 ? 1 : 0);
      for (let made = 0; made < whole; made++) give(name, message, atMs);
    }
  };

  const call = (name: string, account: number, atMs: number): void => {
    tally.called(atMs);
    if (!passesThrottle(atMs)) {
      tally.refused(atMs, '429 throttle');
      return;
    }
    const startsInMs = environments.take(name, atMs);
    if (startsInMs === undefined) {
      tally.refused(atMs, '503 concurrency');
      return;
    }
    const startMs = atMs + startsInMs;
    const end = (reason?: string): void => {
      environments.give(name);
      if (reason !== undefined) tally.refused(atMs, reason);
    };
    const surface = limitOf(name, account, atMs);
    if (surface !== undefined) {
      agenda.at(startMs + world.ownMs(name) + world.tripMs(name, false), () => end(`429 limit ${surface}`));
      return;
    }
    const done = (nowMs: number): void => {
      end();
      tally.answered(atMs, nowMs);
      if (!demand.callsAlone) follow(shares.after.get(name) ?? new Map(), { account, sinceMs: nowMs }, nowMs);
    };
    const refused = (_: number, limit: string): void => end(`503 ${limit}`);
    agenda.at(startMs, () => startRun({ name, account, patienceMs: world.patienceMs, done, refused }, startMs));
  };

  const endpoint = drawerOf(shares.calls, random);
  for (const { atMs, account } of arrivalsOf(mix, demand, random)) {
    const name = endpoint();
    agenda.at(atMs, () => {
      call(name, account, atMs);
      if (!demand.callsAlone) follow(shares.alone, { account, sinceMs: atMs }, atMs);
    });
  }
  agenda.run();
  return tally.outcome(meter.used());
};
