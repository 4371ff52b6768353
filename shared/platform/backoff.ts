/** The pauses after failures in a row: each twice the one before it, up to the longest. */
export interface Backoff {
  /** After the first failure, in the unit of the result. */
  readonly first: number;
  readonly longest: number;
  /** The share of a pause that is left to chance, from 0 to 1, so that those who failed together do not return together. */
  readonly jitter: number;
}

/** More would overflow the power of two; every backoff is at its longest long before. */
const MOST_DOUBLINGS = 30;

/**
 * The pause after failures in a row.
 *
 * @param failures from 1.
 * @param random from 0 to 1: by how much of its jitter the pause is shortened.
 */
export const pauseAfter = ({ first, longest, jitter }: Backoff, failures: number, random: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, MOST_DOUBLINGS)) * (1 - jitter * random);
