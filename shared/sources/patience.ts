import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, pauseAfter } from '#shared/platform/backoff';
import { HttpFailure } from './http-client.ts';
import { unavailable } from './lookup-results.ts';
import type { SourceResult } from './ports.ts';

/**
 * How many attempts a lookup gets, and the delay between them. @property wait resolves early, or not at all, on abort.
 */
export interface Patience {
  readonly tries: number;
  wait(failedTries: number, signal: AbortSignal): Promise<unknown>;
}

/** Delay before the next attempt: 200 to 400 ms after the first failure, doubled after each further one. */
export const SOURCE_BACKOFF: Backoff = { first: 400, longest: 10_000, jitter: 0.5 };

/** Three attempts (interface: sources get 10 s and 3 tries). */
export const SOURCE_PATIENCE: Patience = {
  tries: 3,
  wait: (failedTries, signal) => sleep(pauseAfter(SOURCE_BACKOFF, failedTries, Math.random()), undefined, { signal }),
};

/**
 * Starts the time limit of a worker's sources: three attempts of ten seconds and the delays in between. A lookup that
 * takes longer is unavailable.
 */
export const startSourceTime = (): AbortSignal => AbortSignal.timeout(35_000);

const pause = async (patience: Patience, failedTries: number, signal: AbortSignal): Promise<boolean> => {
  try {
    await patience.wait(failedTries, signal);
    return !signal.aborted;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
};

/**
 * Retries until there is a response, the failure is permanent, or no attempts are left; then the source is unavailable.
 * An error other than `HttpFailure` is a defect of the service and is rethrown.
 */
export const askPatiently = async <Facts>(
  ask: () => Promise<SourceResult<Facts>>,
  patience: Patience,
  signal: AbortSignal,
): Promise<SourceResult<Facts>> => {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      if (!error.transient || tries >= patience.tries) return unavailable(error.reason);
    }
    if (!(await pause(patience, tries, signal))) return unavailable('cancelled');
  }
};
