import { setTimeout as sleep } from 'node:timers/promises';
import { atWork, type Worker, workersOf } from './workers.ts';

/** The settings for killing workers. */
export interface KillOptions {
  /** The process of the local cloud whose workers are killed. */
  readonly cloudPid: number;
  /** Random numbers from 0 to 1. */
  readonly random: () => number;
  /**
   * The share of all noticed moments that lead to a kill, from 0 to 1. Below 1, work makes progress however slow the
   * machine is.
   */
  readonly likelihood: number;
  /** Whether workers of a function may be killed at this moment. */
  readonly mayKill: (functionName: string) => boolean;
}

/** How often a worker of each function was killed. */
export type Kills = Readonly<Record<string, number>>;

/** Kills workers at random moments. */
export interface Killer {
  /** Notes that something happened that may lead to a kill: a response or a webhook arrived. */
  readonly notice: () => void;
  /**
   * Ends the killing and returns what was killed. Functions that have not lost a worker yet still lose one each, unless
   * their work is over before. On a fast machine, that work may only begin when the rest is done.
   */
  readonly end: (functionNames: readonly string[], isOver: () => boolean) => Promise<Kills>;
}

/** The longest time between a noticed moment and the kill that follows. */
const LONGEST_PAUSE_MS = 150;

const kill = ({ pid }: Worker): boolean => {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
    return false;
  }
};

/**
 * Kills busy workers at random moments, one after another. Functions that lost the fewest come first, so that a run of
 * any size hits them all.
 */
export const startKilling = ({ cloudPid, random, likelihood, mayKill }: KillOptions): Killer => {
  const kills: Record<string, number> = {};
  let mayKillNow = mayKill;
  let ended = false;
  let pending: Promise<void> | undefined;
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const killsOf = ({ functionName }: Worker): number => kills[functionName] ?? 0;

  const killOne = async (): Promise<void> => {
    await sleep(random() * LONGEST_PAUSE_MS);
    const workers = (await workersOf(cloudPid)).filter(({ functionName }) => mayKillNow(functionName));
    const running = (await atWork(workers)).toSorted((one, other) => one.pid - other.pid);
    const fewest = Math.min(...running.map(killsOf));
    const victim = pick(running.filter((worker) => killsOf(worker) === fewest));
    if (victim && kill(victim)) kills[victim.functionName] = fewest + 1;
  };

  return {
    notice: () => {
      if (ended || pending || random() >= likelihood) return;
      pending = killOne().finally(() => {
        pending = undefined;
      });
    },
    end: async (functionNames, isOver) => {
      ended = true;
      await pending;
      const spared = () => functionNames.filter((name) => !kills[name]);
      mayKillNow = (name) => spared().includes(name) && mayKill(name);
      while (spared().length > 0 && !isOver()) await killOne();
      return kills;
    },
  };
};
