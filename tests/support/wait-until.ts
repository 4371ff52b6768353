import { setTimeout as sleep } from 'node:timers/promises';

/** How long `waitUntil` polls, and what it reports on a time-out. */
export interface WaitOptions {
  /** Default 10 seconds. */
  timeoutMs?: number;
  /** Pause between two polls; default 50 ms. */
  intervalMs?: number;
  /** What is waited for, for the failure's message: "the second attempt"; a function tells what there is by then. */
  what: string | (() => string);
}

/**
 * Polls until `look` returns something other than false, undefined or null, and returns that.
 *
 * @throws Error naming `what` when the time is over; whatever `look` throws, at once.
 */
export const waitUntil = async <T>(
  look: () => T | Promise<T>,
  { timeoutMs = 10_000, intervalMs = 50, what }: WaitOptions,
): Promise<Exclude<NonNullable<T>, false>> => {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== false && found !== undefined && found !== null) return found as Exclude<NonNullable<T>, false>;
    if (performance.now() >= giveUpAt) {
      const awaited = typeof what === 'function' ? what() : what;
      throw new Error(`Waited ${timeoutMs} ms in vain for ${awaited}`);
    }
    await sleep(intervalMs);
  }
};

/** How far `stepWhile` goes, and what it reports when that was too far. */
export interface StepOptions {
  /** The steps that are more than enough. */
  readonly most: number;
  /** What the steps lead to, for the failure's message: "the watch to be paused". */
  readonly what: string;
}

/**
 * Takes one step after the other while `goesOn`, in a world whose time passes with its steps.
 *
 * @throws Error naming `what` after `most` steps; whatever `goesOn` and `step` throw, at once.
 */
export const stepWhile = async (
  goesOn: () => boolean | Promise<boolean>,
  step: () => Promise<unknown>,
  { most, what }: StepOptions,
): Promise<void> => {
  for (let steps = 0; await goesOn(); steps++) {
    if (steps === most) throw new Error(`Took ${most} steps in vain for ${what}`);
    await step();
  }
};
