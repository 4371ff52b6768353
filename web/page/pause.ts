/** Waits before a call is repeated. @param tried how often it was, from 0. @param atLeastSeconds as the service asks. */
export type Pause = (tried: number, atLeastSeconds: number) => Promise<void>;

const LONGEST_MS = 15_000;

/** Milliseconds before the next try: doubled each time, up to 15 s, with jitter, so that not all come back at once. */
const pauseMs = (tried: number, atLeastSeconds: number, random: number): number => {
  const doubled = Math.min(LONGEST_MS, 1000 * 2 ** Math.min(tried, 10));
  return Math.max(doubled * (0.5 + random / 2), atLeastSeconds * 1000);
};

/** The pause of a browser's page: it ends at once when the browser is online again. */
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
