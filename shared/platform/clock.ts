/** The current time, in milliseconds since the epoch. Passed as an argument so that tests control time. */
export type Clock = () => number;

/** The machine's clock. */
export const systemClock: Clock = () => Date.now();

/** An ISO 8601 UTC timestamp with milliseconds (interface: General conventions, 4). */
export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();

/** Whether a `YYYY-MM-DD` is a day that exists: engines parse the 30th of February as the 1st or 2nd of March. */
export const isDay = (date: string): boolean => {
  const midnightMs = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(midnightMs) && isoTime(midnightMs).startsWith(date);
};

/** Lagos is an hour ahead of UTC the year round. */
export const LAGOS_OFFSET_MS = 60 * 60 * 1000;

/** The day that it is in Lagos, as `2026-01-31`. */
export const lagosDay = (epochMs: number): string => isoTime(epochMs + LAGOS_OFFSET_MS).slice(0, 10);

/** Whole Unix seconds, as DynamoDB's time to live and the signature headers require. */
export const unixSeconds = (epochMs: number): number => Math.floor(epochMs / 1000);
