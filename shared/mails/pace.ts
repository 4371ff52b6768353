import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, systemClock } from '#shared/platform/clock';

/** What a pace is kept by. */
export interface PaceSettings {
  /** How many turns a second all workers take together. */
  readonly perSecond: number;
  /** How many workers there are at most. */
  readonly workers: number;
  readonly clock?: Clock;
  readonly sleep?: (milliseconds: number) => Promise<unknown>;
}

/**
 * Spaces what a worker does evenly, so that all of them together keep a rate without knowing of each other: each takes its
 * share of it, and its next turn comes no sooner than a share after the last.
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
