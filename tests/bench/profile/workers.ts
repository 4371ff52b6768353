import { CONSUMERS } from '#functions/events/consumers';
import type { Agenda } from './agenda.ts';
import type { Environments } from './environments.ts';
import type { Meter } from './meter.ts';
import type { Run } from './runs.ts';
import type { World } from './world.ts';

/** Something that a consumer handles. */
export interface Message {
  readonly account: number;
  /** When the call ended that caused it. */
  readonly sinceMs: number;
}

/** The messages of one shard or queue, and the workers on them. */
interface Line {
  readonly waiting: Message[];
  busy: number;
  readonly workers: number;
  readonly batch: number;
  readonly windowMs: number;
}

/** Which consumer hands its message to which. */
const NEXT: Readonly<Record<string, string>> = {
  'publish-events': 'plan-delivery',
  'plan-delivery': 'deliver-webhook',
};

/** Those that only others hand messages to. */
export const HANDED_ON: ReadonlySet<string> = new Set(Object.values(NEXT));

const TRIGGERS = new Map(CONSUMERS.map(({ name, trigger }) => [name, trigger]));

/** Over how long workers are watched. */
const BUSY_SECONDS = 10;

/** When a message comes back that was throttled, or for which there was no environment. */
const AGAIN_MS = 1000;

const PATIENCE_MS = 30_000;

const lineOf = (name: string, world: World): Line => {
  const trigger = TRIGGERS.get(name);
  if (trigger === undefined || trigger.kind === 'schedule') throw new RangeError(`${name} takes no messages`);
  return {
    waiting: [],
    busy: 0,
    workers: trigger.kind === 'queue' ? (trigger.maxConcurrency ?? world.concurrency) : 1,
    batch: trigger.batchSize,
    windowMs: trigger.kind === 'stream' ? (trigger.batchWindowSeconds ?? 0) * 1000 : 0,
  };
};

interface Effects {
  readonly agenda: Agenda;
  readonly environments: Environments;
  readonly meter: Meter;
  readonly startRun: (run: Run, atMs: number) => void;
  /** What happens when a webhook has been delivered. */
  readonly delivered: (message: Message, atMs: number) => void;
}

/**
 * What is behind the API: each message waits for a worker, and a worker takes a batch. A queue has as many workers as
 * its consumer sets, a stream one on each shard.
 *
 * @returns a function that gives a consumer a message.
 */
export const makeWorkers = (world: World, { agenda, environments, meter, startRun, delivered }: Effects) => {
  const lines = new Map<string, Line>();
  const shards = Math.ceil(world.tableUnitsASecond / world.partitionUnitsASecond);

  const serve = (name: string, shard: number, line: Line, atMs: number): void => {
    if (line.waiting.length === 0 || line.busy >= line.workers) return;
    const startsInMs = environments.take(name, atMs);
    if (startsInMs === undefined) {
      agenda.at(atMs + AGAIN_MS, () => serve(name, shard, line, atMs + AGAIN_MS));
      return;
    }
    line.busy++;
    const batch = line.waiting.splice(0, line.batch);
    let left = batch.length;
    const ended = (nowMs: number): void => {
      left--;
      if (left > 0) return;
      const busy = (nowMs - atMs) / 1000 / BUSY_SECONDS / line.workers;
      meter.add(name, String(shard), nowMs, busy, BUSY_SECONDS);
      environments.give(name);
      line.busy--;
      serve(name, shard, line, nowMs);
    };
    const startMs = atMs + startsInMs;
    for (const message of batch) {
      const done = (nowMs: number): void => {
        const next = NEXT[name];
        if (next !== undefined) give(next, message, nowMs);
        else if (name === 'deliver-webhook') delivered(message, nowMs);
        ended(nowMs);
      };
      const refused = (nowMs: number): void => {
        agenda.at(nowMs + AGAIN_MS, () => give(name, message, nowMs + AGAIN_MS));
        ended(nowMs);
      };
      const run = { name, account: message.account, patienceMs: PATIENCE_MS, done, refused };
      agenda.at(startMs, () => startRun(run, startMs));
    }
    serve(name, shard, line, atMs);
  };

  const give = (name: string, message: Message, atMs: number): void => {
    const shard = TRIGGERS.get(name)?.kind === 'stream' ? message.account % shards : 0;
    const key = `${name} ${shard}`;
    const line = lines.get(key) ?? lineOf(name, world);
    lines.set(key, line);
    line.waiting.push(message);
    const dueMs = atMs + line.windowMs;
    agenda.at(dueMs, () => serve(name, shard, line, dueMs));
  };
  return give;
};
