import type { KybError } from './errors.ts';

/** A failure, and what it is the failure of. */
export interface Failure {
  readonly error: KybError;
  /** Whether the same request takes effect once, however often it is sent. */
  readonly isRepeatable: boolean;
  /** The retries before this one. */
  readonly retries: number;
}

/** The longest that the client waits for a retry; a call that has to wait longer fails, and says for how long. */
const LONGEST_WAIT_SECONDS = 60;

const FIRST_WAIT_SECONDS = 0.5;
const LONGEST_BACKOFF_SECONDS = 8;

/** The least wait for a request that is still running. */
const RUNNING_WAIT_SECONDS = 1;

/** Whether the same request may succeed later (docs/integrate/errors.md, "What to retry"). */
const mayBeRetried = ({ error: { code, status }, isRepeatable }: Failure): boolean => {
  if (status === 429 || code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  const isUncertain = code === 'NO_RESPONSE' || code === 'TIMED_OUT' || status >= 500;
  return isUncertain && isRepeatable;
};

/**
 * The seconds to wait before a request is sent again: what the response demands, or twice as long each time; in both cases
 * with jitter, so that clients that failed together do not return together. Undefined: not again.
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
