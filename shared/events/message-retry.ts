/*
 * How often, and after which pauses, a queue's message is handled again that failed on our side. The pause is the
 * message's own visibility, so nothing else waits for it.
 */

/** Before the second try; doubled with each further one. */
const FIRST_PAUSE_SECONDS = 2;

/** However long a fault lasts, what waited for its end goes on so soon after it. */
const LONGEST_PAUSE_SECONDS = 300;

/** The part of a pause that is left to chance, so that messages that failed together do not come back together. */
const JITTER = 0.2;

/**
 * Receives after which a message is dead. Chosen for the fault of ours that lasts: with the pauses above a message lives
 * for a day at the least, and reaches the dead letters long before its queue would forget it.
 */
export const MAX_RECEIVES = 400;

/** Receives from which on a message is stuck, and somebody is told: after some four minutes of failing. */
export const STUCK_RECEIVES = 8;

/**
 * How long a message that failed is left alone.
 *
 * @param receives how often it was received by now.
 * @param random from 0 to 1.
 */
export const retryPauseSeconds = (receives: number, random: number): number => {
  const pause = Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(receives - 1, 30));
  return Math.round(pause * (1 - JITTER * random));
};
