import { HOT_KEYS } from '#tests/bench/growth/hot-keys';
import type { Agenda } from './agenda.ts';
import type { Meter } from './meter.ts';
import { makeRate, makeServers } from './servers.ts';
import type { World } from './world.ts';

/** One run of a function for a customer. */
export interface Run {
  readonly name: string;
  /** The customer's number. */
  readonly account: number;
  /** How long it waits for the table before it gives up. */
  readonly patienceMs: number;
  readonly done: (atMs: number) => void;
  /** @param limit what it waited for. */
  readonly refused: (atMs: number, limit: string) => void;
}

const keptIn = <T>(map: Map<string, T>, key: string, make: () => T): T => {
  const found = map.get(key) ?? make();
  map.set(key, found);
  return found;
};

/** The units of the table and of its hot keys: when a run's writes may begin, and which limit let them last. */
const makeWrites = (world: World, meter: Meter, random: () => number) => {
  const tableUnits = makeRate(world.tableUnitsASecond);
  const partitions = new Map<string, ReturnType<typeof makeRate>>();
  const turns = new Map<string, ReturnType<typeof makeServers>>();
  return ({ name, account }: Run, atMs: number, takesMs: number) => {
    const units = world.costs[name]?.writeUnits ?? 0;
    meter.add('table', '', atMs, units / world.tableUnitsASecond);
    const waits: (readonly [startMs: number, limit: string])[] = [[tableUnits(atMs, units), 'table']];
    for (const { family, sharedBy, shards = 1, isInTurn, refuses } of HOT_KEYS) {
      const each = world.growth[name]?.units[family] ?? 0;
      if (each === 0 || refuses === 'counts') continue;
      const key = `${family} of ${sharedBy} ${sharedBy === 'stage' ? Math.floor(random() * shards) : account}`;
      meter.add(family, key, atMs, each / world.partitionUnitsASecond);
      waits.push([keptIn(partitions, key, () => makeRate(world.partitionUnitsASecond))(atMs, each), family]);
      if (!isInTurn) continue;
      const turn = `${family}, in turn`;
      meter.add(turn, key, atMs, takesMs / 1000);
      waits.push([keptIn(turns, key, () => makeServers(1))(atMs, takesMs) - takesMs, turn]);
    }
    const [startMs, limit] = waits.reduce((last, one) => (one[0] > last[0] ? one : last));
    return { startMs, limit };
  };
};

/** Starts runs, each of its own code and its trips in turns. The limits of the table are met at the last trip. */
export const makeRuns = (world: World, { at }: Agenda, meter: Meter, random: () => number) => {
  const processor = makeServers(world.processors);
  const table = makeServers(world.tableServers);
  const write = makeWrites(world, meter, random);
  const varied = (meanMs: number): number => meanMs * (1 - world.spread - world.spread * Math.log(1 - random()));

  return (run: Run, atMs: number): void => {
    const { trips = 0, calls = [], writeUnits = 0 } = world.costs[run.name] ?? {};
    const transactions = calls.filter((call) => call.includes('Transact')).length;
    const partMs = world.ownMs(run.name) / (trips + 1);
    const work = (trip: number, nowMs: number): void => {
      const endsMs = processor(nowMs, varied(partMs));
      at(endsMs, () => (trip < trips ? travel(trip, endsMs) : run.done(endsMs)));
    };
    const travel = (trip: number, nowMs: number): void => {
      const takesMs = varied(world.tripMs(run.name, trip >= trips - transactions));
      const writes = trip === trips - 1 && writeUnits > 0;
      const { startMs, limit } = writes ? write(run, nowMs, takesMs) : { startMs: nowMs, limit: '' };
      const givesUpMs = nowMs + run.patienceMs;
      if (startMs > givesUpMs) at(givesUpMs, () => run.refused(givesUpMs, limit));
      else
        at(startMs, () => {
          const endsMs = table(startMs, takesMs);
          at(endsMs, () => work(trip + 1, endsMs));
        });
    };
    const waitedMs = atMs + varied(world.waitsMs(run.name));
    at(waitedMs, () => work(0, waitedMs));
  };
};
