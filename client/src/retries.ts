import type { KybError } from './errors.ts';

/** A failed attempt. */
export interface Failure {
  readonly error: KybError;
  /** Whether the request takes effect only once, however often it is sent. */
  readonly isRepeatable: boolean;
  /** How many retries came before. */
  readonly retries: number;
}

/** The longest wait before a retry. A call that would have to wait longer fails with `retryAfterSeconds`. */
const LONGEST_WAIT_SECONDS = 60;

const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_BACKOFF_SECONDS = 8;

/** The shortest wait for a request that is still running. */
const RUNNING_WAIT_SECONDS = 1;

/** Whether the same request may succeed later (docs/integrate/errors.md, "What to retry"). */
const mayBeRetried = ({ error: { code, status }, isRepeatable }: Failure): boolean => {
  if (status === 429 || code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  const isUncertain = code === 'NO_RESPONSE' || code === 'TIMED_OUT' || status >= 500;
  return isUncertain && isRepeatable;
};

/**
 * The seconds to wait before a request is sent again; undefined if it must not be. That is the wait that the response
 * demands, or twice as long each time. Both have jitter, so that clients that failed together do not retry together.
 *
 * @param random from 0 to 1.
 */
export const retryWaitSeconds = (failure: Failure, random: number): number | undefined => {
  if (!mayBeRetried(failure)) return undefined;
  const { code, retryAfterSeconds } = failure.error;
  if (retryAfterSeconds !== undefined && retryAfterSeconds > LONGEST_WAIT_SECONDS) return undefined;
  const backoff = Math.min(FIRST_WAIT_SECONDS * 2 ** failure.retries, LONGEST_BACKOFF_SECONDS) * (0.5 + random / 2);
  const least = code === 'IDEMPOTENCY_IN_PROGRESS' ? RUNNING_WAIT_SECONDS : 0;
  return (retryAfterSeconds ?? least) + backoff;
};
