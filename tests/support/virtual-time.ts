import { setImmediate as turn } from 'node:timers/promises';

/** The turns of the event loop without a real effect in progress after which everything is assumed to wait for time. */
const QUIET_TURNS = 3;

/** A time that passes only while everything waits for it. */
export interface VirtualTime {
  readonly now: () => number;
  /** Waits until this much time has passed. */
  readonly wait: (delayMs: number) => Promise<void>;
  /** The same effect, during which time does not pass. */
  readonly real: <Arguments extends unknown[], Result>(
    effect: (...given: Arguments) => Promise<Result>,
  ) => (...given: Arguments) => Promise<Result>;
  /**
   * Advances time to the next moment that something waits for, and runs what happens then. Returns false if there is
   * none.
   */
  readonly next: () => Promise<boolean>;
}

interface Timer {
  readonly atMs: number;
  readonly ring: () => void;
}

/** Starts a virtual time. */
export const virtualTime = (startMs: number): VirtualTime => {
  let nowMs = startMs;
  let underWay = 0;
  let timers: readonly Timer[] = [];

  const quiet = async (): Promise<void> => {
    for (let turns = 0; turns < QUIET_TURNS; turns++) {
      await turn();
      if (underWay > 0) turns = -1;
    }
  };

  return {
    now: () => nowMs,
    wait: (delayMs) =>
      new Promise((ring) => {
        timers = [...timers, { atMs: nowMs + Math.max(0, delayMs), ring }];
      }),
    real:
      (effect) =>
      async (...given) => {
        underWay++;
        try {
          return await effect(...given);
        } finally {
          underWay--;
        }
      },
    next: async () => {
      await quiet();
      if (timers.length === 0) return false;
      nowMs = Math.min(...timers.map(({ atMs }) => atMs));
      const due = timers.filter(({ atMs }) => atMs <= nowMs);
      timers = timers.filter(({ atMs }) => atMs > nowMs);
      for (const { ring } of due) ring();
      await quiet();
      return true;
    },
  };
};
