import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from '#shared/platform/clock';

/** What determines a pace. */
export interface PaceSettings {
  /** Turns per second of all workers together. */
  readonly perSecond: number;
  /** Maximum number of workers. */
  readonly workers: number;
  readonly clock?: Clock;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Spaces the turns of a worker evenly, so that all workers together keep a rate without coordination. Each worker has
 * its share of the rate, and its next turn comes no sooner than a share after the last.
 *
 * @returns a function that resolves when it is its caller's turn.
 */
export const makePace = ({
  perSecond,
  workers,
  clock = systemClock,
  sleep = wait,
}: PaceSettings): (() => Promise<void>) => {
  const shareMs = (1000 * workers) / perSecond;
  let nextTurnMs = 0;
  return async () => {
    const turnMs = Math.max(clock(), nextTurnMs);
    nextTurnMs = turnMs + shareMs;
    const waitMs = turnMs - clock();
    if (waitMs > 0) await sleep(waitMs);
  };
};
