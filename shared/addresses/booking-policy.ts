import { type Backoff, pauseAfter } from '#shared/platform/backoff';

const HOUR_MS = 60 * 60_000;

/** How long a source may be unavailable before a visit is given up (interface: Address verification). */
const BOOKING_MS = 24 * HOUR_MS;

/** In milliseconds; the longest, which is what a message can wait, is how soon visits are booked after an outage ends. */
const BACKOFF: Backoff = { first: 30_000, longest: 900_000, jitter: 0.2 };

/**
 * When a visit that could not be booked is tried again: after growing pauses, at last at the end of the 24 hours.
 *
 * @param tries that have failed, this one included.
 * @param random from 0 to 1.
 * @returns undefined when the 24 hours are over.
 */
export const nextTryMs = (submittedAtMs: number, tries: number, nowMs: number, random: number): number | undefined => {
  const endMs = submittedAtMs + BOOKING_MS;
  if (nowMs >= endMs) return undefined;
  return Math.min(endMs, nowMs + Math.round(pauseAfter(BACKOFF, tries, random)));
};

/** How long after a booking, and after each look at it, the source is asked what became of a visit to an applicant. */
export const VISIT_LOOK_MS = 24 * HOUR_MS;

/** How long a simulated visit takes (interface: Address verification, sandbox). */
export const SIMULATED_VISIT_MS = 5_000;
