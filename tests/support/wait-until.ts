import { setTimeout as sleep } from 'node:timers/promises';

/** How long `waitUntil` looks, and what it says when it looked in vain. */
export interface WaitOptions {
  /** Default 10 seconds. */
  timeoutMs?: number;
  /** Pause between two looks; default 50 ms. */
  intervalMs?: number;
  /** What is waited for, in the words of the failure: "the second attempt". */
  what?: string;
}

/**
 * Looks until `look` answers something other than false, undefined or null, and returns that answer.
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
    if (performance.now() >= giveUpAt) throw new Error(`Waited ${timeoutMs} ms in vain for ${what}`);
    await sleep(intervalMs);
  }
};
