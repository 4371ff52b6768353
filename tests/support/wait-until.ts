import { setTimeout as sleep } from 'node:timers/promises';

/** How long `waitUntil` polls, and what it reports on a time-out. */
export interface WaitOptions {
  /** Default 10 seconds. */
  timeoutMs?: number;
  /** Pause between two polls; default 50 ms. */
  intervalMs?: number;
  /** What is waited for, for the failure's message: "the second attempt"; a function tells what there is by then. */
  what?: string | (() => string);
}

/**
 * Polls until `look` returns something other than false, undefined or null, and returns that.
 *
 * @throws Error naming `what` when the time is over; whatever `look` throws, at once.
 */
export const waitUntil = async <T>(
  look: () => T | Promise<T>,
  { timeoutMs = 10_000, intervalMs = 50, what = 'the awaited state' }: WaitOptions = {},
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
