import type { Meter } from './meter.ts';
import type { World } from './world.ts';

/** A function gets 1,000 environments in ten seconds (AWS Lambda Developer Guide, "Lambda scaling behavior"). */
const STARTED = { atOnce: 1000, perSecond: 100 } as const;

/** Environments of functions, as Lambda starts and keeps them. */
export interface Environments {
  /** Milliseconds until the function begins; undefined if there is no room for it. */
  take(name: string, atMs: number): number | undefined;
  give(name: string): void;
}

export const makeEnvironments = (world: World, meter: Meter): Environments => {
  const idle = new Map<string, number>();
  const buckets = new Map<string, { readonly left: number; readonly atMs: number }>();
  let running = 0;
  let most = 0;
  const mayStart = (name: string, atMs: number): boolean => {
    const before = buckets.get(name) ?? { left: STARTED.atOnce, atMs };
    const left = Math.min(STARTED.atOnce, before.left + ((atMs - before.atMs) / 1000) * STARTED.perSecond);
    buckets.set(name, { left: left < 1 ? left : left - 1, atMs });
    return left >= 1;
  };
  return {
    take: (name, atMs) => {
      if (running + 1 > most) {
        meter.add('concurrency', '', 0, 1 / world.concurrency);
        most = running + 1;
      }
      const free = idle.get(name) ?? 0;
      if (running >= world.concurrency || (free === 0 && !mayStart(name, atMs))) return;
      running++;
      if (free === 0) return world.coldMs(name);
      idle.set(name, free - 1);
      return 0;
    },
    give: (name) => {
      running--;
      idle.set(name, (idle.get(name) ?? 0) + 1);
    },
  };
};
