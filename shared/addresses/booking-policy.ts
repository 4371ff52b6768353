const HOUR_MS = 60 * 60_000;

/** How long a source may be unavailable before a visit is given up (interface: Address verification). */
const BOOKING_MS = 24 * HOUR_MS;

/** Before the second try; doubled with each further one. */
const FIRST_PAUSE_MS = 30_000;

/** How soon visits are booked after the end of an outage, however long it lasted: what a message can wait. */
const LONGEST_PAUSE_MS = 900_000;

/** The random part of a pause, so that visits that failed together do not return together. */
const JITTER = 0.2;

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
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(tries - 1, 30));
  return Math.min(endMs, nowMs + Math.round(pauseMs * (1 - JITTER * random)));
};

/** How long after a booking, and after each look at it, the source is asked what became of a visit to an applicant. */
export const VISIT_LOOK_MS = 24 * HOUR_MS;

/** How long a simulated visit takes (interface: Address verification, sandbox). */
export const SIMULATED_VISIT_MS = 5_000;
