import { type Backoff, pauseAfter } from '#shared/platform/backoff';

/*
 * How often, and after which pauses, a queue's message is retried after a failure of ours. The pause is the message's
 * own visibility, so nothing else waits for it.
 */

/**
 * Pauses in seconds. The longest bounds how soon processing resumes after a fault ends, however long the fault lasted.
 */
const BACKOFF: Backoff = { first: 2, longest: 300, jitter: 0.2 };

/**
 * Number of receives after which a message is dead. It allows for a lasting fault of ours: with the pauses above a
 * message is retried for at least a day, and reaches the dead letters long before its queue would delete it.
 */
export const MAX_RECEIVES = 400;

/** Number of receives after which a message is reported as stuck: about four minutes of failing. */
export const STUCK_RECEIVES = 8;

/**
 * How long a failed message is hidden.
 *
 * @param receives how often it has been received so far.
 * @param random from 0 to 1.
 */
export const retryPauseSeconds = (receives: number, random: number): number =>
  Math.round(pauseAfter(BACKOFF, receives, random));
