/**
 * Waits before a call is repeated. @param tried the number of repetitions so far. @param atLeastSeconds the minimum
 * that the service requested.
 */
export type Pause = (tried: number, atLeastSeconds: number) => Promise<void>;

const LONGEST_MS = 15_000;

/**
 * Milliseconds before the next attempt: doubled each time, up to 15 s, with jitter, so that clients do not return all
 * at once.
 */
const pauseMs = (tried: number, atLeastSeconds: number, random: number): number => {
  const doubled = Math.min(LONGEST_MS, 1000 * 2 ** Math.min(tried, 10));
  return Math.max(doubled * (0.5 + random / 2), atLeastSeconds * 1000);
};

/** The pause in a browser. It ends at once when the browser is online again. */
export const onLine: Pause = (tried, atLeastSeconds) =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, pauseMs(tried, atLeastSeconds, Math.random()));
    addEventListener('online', done);
  });
