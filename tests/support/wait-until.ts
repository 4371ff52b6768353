import { setTimeout as sleep } from 'node:timers/promises';

/** How long `waitUntil` polls, and what it reports on a time-out. */
export interface WaitOptions {
  /** Default: 10 seconds. */
  timeoutMs?: number;
  /** Pause between two polls. Default: 50 ms. */
  intervalMs?: number;
  /** What is waited for, for the message of a failure: "the second attempt". A function may add the current state. */
  what: string | (() => string);
}

/**
 * Polls until `look` returns something other than false, undefined or null, and returns it.
 *
 * @throws Error naming `what` when the time is up, and whatever `look` throws, at once.
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

/** The limit of `stepWhile`, and what it reports beyond it. */
export interface StepOptions {
  /** A number of steps that is more than enough. */
  readonly most: number;
  /** What the steps lead to, for the message of a failure: "the watch to be paused". */
  readonly what: string;
}

/**
 * Takes steps while `goesOn` holds, in a world where each step takes its time.
 *
 * @throws Error naming `what` after `most` steps, and whatever `goesOn` and `step` throw, at once.
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
