import { put, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { Delivery } from './delivery.ts';
import { deliveryKeys } from './keys.ts';

/** The cause of an attempt: the event itself, or the failure of the previous attempt. */
type AttemptTrigger = 'event' | 'retry';

/** One attempt that was made. */
export interface Attempt {
  /** From 1. */
  readonly number: number;
  readonly startedAtMs: number;
  readonly outcome: AttemptOutcome;
}

const triggerOf = ({ number }: Attempt): AttemptTrigger => (number === 1 ? 'event' : 'retry');

/** The write that records an attempt; refused when its number is taken. */
export const attemptWrite = ({ deliveryId, expiresAtSeconds }: Delivery, attempt: Attempt): WriteOperation => {
  const { outcome, number, startedAtMs } = attempt;
  return put({
    ...deliveryKeys.attempt(deliveryId, number),
    deliveryId,
    number,
    startedAt: isoTime(startedAtMs),
    durationMs: outcome.durationMs,
    trigger: triggerOf(attempt),
    ...(outcome.kind === 'response'
      ? { statusCode: outcome.statusCode, responseExcerpt: outcome.excerpt }
      : { errorClass: outcome.errorClass }),
    expiresAtSeconds,
  });
};
