import { type Backoff, pauseAfter } from '#shared/platform/backoff';

const HOUR_MS = 60 * 60_000;

/** How long a source may be unavailable before a booking is given up (interface: Address verification). */
const BOOKING_MS = 24 * HOUR_MS;

/**
 * In milliseconds. The longest delay is the most that a message can wait; after an outage, visits are booked within
 * that time.
 */
const BACKOFF: Backoff = { first: 30_000, longest: 900_000, jitter: 0.2 };

/**
 * When the next attempt to book is made: after growing delays, the last one at the end of the 24 hours.
 *
 * @param tries the number of failed attempts, including this one.
 * @param random from 0 to 1.
 * @returns undefined when the 24 hours are over.
 */
export const nextTryMs = (submittedAtMs: number, tries: number, nowMs: number, random: number): number | undefined => {
  const endMs = submittedAtMs + BOOKING_MS;
  if (nowMs >= endMs) return undefined;
  return Math.min(endMs, nowMs + Math.round(pauseAfter(BACKOFF, tries, random)));
};

/** Time from the booking of an applicant's visit, or the last check on it, to the next check. */
export const VISIT_LOOK_MS = 24 * HOUR_MS;

/** How long a simulated visit takes (interface: Address verification, sandbox). */
export const SIMULATED_VISIT_MS = 5_000;
