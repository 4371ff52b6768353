import { LAGOS_OFFSET_MS } from '#shared/platform/clock';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The moment some calendar months after another, at the same time of the same day in Lagos, or on the last day of a month
 * that is shorter. Counted from the start each time: 31 January, 28 February, 31 March.
 */
export const monthsAfter = (startMs: number, months: number): number => {
  const local = new Date(startMs + LAGOS_OFFSET_MS);
  const lastDay = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months + 1, 0)).getUTCDate();
  const day = Math.min(local.getUTCDate(), lastDay);
  const midnightMs = Date.UTC(local.getUTCFullYear(), local.getUTCMonth() + months, day);
  const timeOfDayMs = (startMs + LAGOS_OFFSET_MS) % DAY_MS;
  return midnightMs + timeOfDayMs - LAGOS_OFFSET_MS;
};

/** Months between the months that two moments are in, in Lagos. */
const monthsBetween = (startMs: number, endMs: number): number => {
  const [start, end] = [new Date(startMs + LAGOS_OFFSET_MS), new Date(endMs + LAGOS_OFFSET_MS)];
  return (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
};

/** The end of the month, counted from a start, that a moment is in: the first end after that moment. */
export const monthEndAfter = (startMs: number, atMs: number): number => {
  const months = Math.max(1, monthsBetween(startMs, atMs));
  const endMs = monthsAfter(startMs, months);
  return endMs > atMs ? endMs : monthsAfter(startMs, months + 1);
};
