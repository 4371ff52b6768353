/** The pauses after failures in a row: each twice the one before it, up to the longest. */
export interface Backoff {
  /** After the first failure, in the unit of the result. */
  readonly first: number;
  readonly longest: number;
  /** The random share of a pause, from 0 to 1, so that callers that failed together do not return together. */
  readonly jitter: number;
}

/** More doublings would overflow; every backoff reaches its longest pause long before. */
const MOST_DOUBLINGS = 30;

/**
 * The pause after failures in a row.
 *
 * @param failures from 1.
 * @param random from 0 to 1: the fraction of its jitter by which the pause is shortened.
 */
export const pauseAfter = ({ first, longest, jitter }: Backoff, failures: number, random: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, MOST_DOUBLINGS)) * (1 - jitter * random);
