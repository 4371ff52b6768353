import { type AttemptOutcome, hasSucceeded } from '#shared/webhooks/deliveries/records/attempt-outcome';
import { retryAfterMs } from './retry-after.ts';

/** When a delivery is tried, and when it is given up (interface: Delivery behaviour). */
export const RETRY_POLICY = {
  /**
   * The wait after the end of attempts 1 to 4, in seconds: base 5, doubled each time. The fifth attempt is the last.
   */
  delaysSeconds: [5, 10, 20, 40],
  /**
   * Up to this share is added at random, so that deliveries that failed together do not return together. A wait may be
   * longer by twice as much (interface: Delivery behaviour). The rest is reserved for the triggering message, whose
   * delay is in whole seconds and whose transit takes time.
   */
  jitter: 0.1,
  /** The responses whose `Retry-After` is honoured when it is longer than our own wait. */
  retryAfterStatuses: [429, 503],
  /** The longest `Retry-After` that is honoured; also the longest delay that a queue message can have. */
  retryAfterMaxSeconds: 900,
  /** The status by which a receiver reports that it is permanently gone. */
  goneStatus: 410,
} as const;

/**
 * What an attempt's outcome means for its delivery. It is delivered, is retried, or has failed. If all its attempts
 * ended in 410, its registration is deactivated.
 */
export type AttemptVerdict =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly dueAtMs: number; readonly goneAttempts: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'gone' };

const requestedDelayMs = (outcome: AttemptOutcome, endedAtMs: number): number => {
  if (outcome.kind === 'error' || outcome.retryAfter === undefined) return 0;
  if (!RETRY_POLICY.retryAfterStatuses.some((status) => status === outcome.statusCode)) return 0;
  const requestedMs = retryAfterMs(outcome.retryAfter, endedAtMs) ?? 0;
  return Math.min(requestedMs, RETRY_POLICY.retryAfterMaxSeconds * 1000);
};

/** An attempt within the schedule of its delivery. */
interface ScheduledAttempt {
  /** Counts from 1 each time the delivery is sent again. */
  readonly attempt: number;
  /** How many earlier attempts since then ended in 410. */
  readonly goneAttempts: number;
  /** When it ended. Waits count from there. */
  readonly endedAtMs: number;
  /** From 0 to 1. */
  readonly random: number;
}

/**
 * Evaluates one attempt. Every response outside 2xx, including redirects and 410, and every error is a failure that is
 * retried until the attempts are used up. A receiver that responded 410 to all of them is gone.
 */
export const judgeAttempt = (
  outcome: AttemptOutcome,
  { attempt, goneAttempts: goneBefore, endedAtMs, random }: ScheduledAttempt,
): AttemptVerdict => {
  if (hasSucceeded(outcome)) return { kind: 'delivered' };
  const isGone = outcome.kind === 'response' && outcome.statusCode === RETRY_POLICY.goneStatus;
  const goneAttempts = goneBefore + (isGone ? 1 : 0);
  const delaySeconds = RETRY_POLICY.delaysSeconds[attempt - 1];
  if (delaySeconds === undefined) return { kind: goneAttempts === attempt ? 'gone' : 'failed' };
  const ownDelayMs = Math.round(delaySeconds * 1000 * (1 + RETRY_POLICY.jitter * random));
  const dueAtMs = endedAtMs + Math.max(ownDelayMs, requestedDelayMs(outcome, endedAtMs));
  return { kind: 'retry', dueAtMs, goneAttempts };
};
