import { setTimeout as sleep } from 'node:timers/promises';
import { type Backoff, pauseAfter } from '#shared/platform/backoff';
import { HttpFailure } from './http-client.ts';
import { unavailable } from './lookup-results.ts';
import type { SourceResult } from './ports.ts';

/**
 * How often a source is called and how long to wait in between. @property wait resolves early, or not at all, on abort.
 */
export interface Patience {
  readonly tries: number;
  wait(failedTries: number, signal: AbortSignal): Promise<unknown>;
}

/** Milliseconds before the next try: 200 to 400 after the first failure, twice that after each further one. */
export const SOURCE_BACKOFF: Backoff = { first: 400, longest: 10_000, jitter: 0.5 };

/** Three tries (interface: sources get 10 s and 3 tries). */
export const SOURCE_PATIENCE: Patience = {
  tries: 3,
  wait: (failedTries, signal) => sleep(pauseAfter(SOURCE_BACKOFF, failedTries, Math.random()), undefined, { signal }),
};

/**
 * Starts the time that a worker gives its sources: three tries of ten seconds and the pauses in between. What takes
 * longer is unavailable.
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
 * Retries until there is a response, the failure is final, or the tries are used up; then the source is unavailable. An
 * error other than `HttpFailure` is a defect of ours and is rethrown.
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
