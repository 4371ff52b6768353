import { pauseAfter } from '#shared/platform/backoff';
import { pause } from '#shared/platform/lifetime';

/** How often a write is retried, and with which waits. */
export interface RetryPolicy {
  /** Tries after the first. */
  readonly attempts: number;
  /** Waits before try `attempt`; 1 is the first retry. */
  wait(attempt: number): Promise<unknown>;
}

/**
 * Full jitter between nothing and an exponential bound of 20 ms to 320 ms. A transaction conflicts for as long as another
 * one works on an item, about 20 ms, so with hundreds at once one of the waiting must come often: with a bound of 640 ms
 * and 14 tries, one in eight gave up. In the worst case 40 tries wait 5.9 s on average, well below a caller's time-out.
 * Sources: AWS Architecture Blog, "Exponential Backoff And Jitter"; decision 105.
 */
export const TRANSACTION_RETRY: RetryPolicy = {
  attempts: 40,
  wait: (attempt) => pause(pauseAfter({ first: 20, longest: 320, jitter: 1 }, attempt, Math.random())),
};

const CONFLICT_REASONS = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);
const CONFLICT_ERRORS = new Set(['TransactionConflictException', 'TransactionInProgressException']);

/**
 * Whether a write lost to a concurrent one and may be retried as it is. A refused condition is a result, not a
 * conflict. The SDK itself retries throttled calls, but not conflicts.
 */
export const isConflict = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  if (CONFLICT_ERRORS.has(error.name)) return true;
  if (error.name !== 'TransactionCanceledException') return false;
  const codes = ((error as Error & { CancellationReasons?: { Code?: string }[] }).CancellationReasons ?? []).map(
    ({ Code }) => Code,
  );
  return !codes.includes('ConditionalCheckFailed') && codes.some((code) => code && CONFLICT_REASONS.has(code));
};

const THROTTLES = new Set(['ThrottlingException', 'ProvisionedThroughputExceededException', 'RequestLimitExceeded']);

/** Whether the table throttled a call, also after the client's own retries. */
export const isThrottled = (error: unknown): boolean => error instanceof Error && THROTTLES.has(error.name);

/** Runs `call` until it succeeds, fails with an error that is not `repeatable`, or the policy's tries are used up. */
export const retryConflicts = async <T>(
  call: () => Promise<T>,
  policy: RetryPolicy,
  repeatable: (error: unknown) => boolean,
): Promise<T> => {
  for (let attempt = 0; ; attempt++) {
    if (attempt > 0) await policy.wait(attempt);
    try {
      return await call();
    } catch (error) {
      if (attempt >= policy.attempts || !repeatable(error)) throw error;
    }
  }
};
