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

/** Why a transaction was cancelled: whether conditions refused, and whether other writes were in its way. */
const cancellationOf = (error: unknown): { readonly isRefused: boolean; readonly isContended: boolean } => {
  const isCancelled = error instanceof Error && error.name === 'TransactionCanceledException';
  const reasons = isCancelled
    ? (error as Error & { CancellationReasons?: { Code?: string }[] }).CancellationReasons
    : [];
  const codes = (reasons ?? []).flatMap(({ Code }) => Code ?? []);
  return {
    isRefused: codes.includes('ConditionalCheckFailed'),
    isContended: codes.some((code) => CONFLICT_REASONS.has(code)),
  };
};

/**
 * Whether a write lost to a concurrent one and may be retried as it is. A refused condition is a result, not a
 * conflict. The SDK itself retries throttled calls, but not conflicts.
 */
export const isConflict = (error: unknown): boolean => {
  if (error instanceof Error && CONFLICT_ERRORS.has(error.name)) return true;
  const { isRefused, isContended } = cancellationOf(error);
  return isContended && !isRefused;
};

/**
 * Whether a condition of a transaction refused while another transaction had some of its items. DynamoDB checks each
 * item at a moment of its own, so the refusal may show half of the other transaction: the debit of a request with the
 * same idempotency key, but not yet its response.
 */
export const isHalfSeen = (error: unknown): boolean => {
  const { isRefused, isContended } = cancellationOf(error);
  return isRefused && isContended;
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
