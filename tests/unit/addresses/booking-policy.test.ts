import { describe, expect, test } from 'vitest';
import { nextTryMs } from '#shared/addresses/booking-policy';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** The times of all retries of a submission at 0 whose first try fails at once. */
const triesOf = (random: number): number[] => {
  const times: number[] = [];
  for (let next = nextTryMs(0, 1, 0, random); next !== undefined; next = nextTryMs(0, times.length + 1, next, random)) {
    times.push(next);
  }
  return times;
};

describe('A visit whose source is unavailable', () => {
  test.each([0, 0.5, 1])('is tried for exactly 24 hours, less than 150 times (jitter %d)', (random) => {
    const times = triesOf(random);
    expect(times.at(-1)).toBe(DAY_MS);
    expect(times.length).toBeGreaterThan(90);
    expect(times.length).toBeLessThan(150);
  });

  test('waits between 30 seconds and 15 minutes, up to a fifth shorter at random', () => {
    const pauses = (random: number) => triesOf(random).map((time, index, all) => time - (all[index - 1] ?? 0));
    expect(pauses(0).slice(0, 7)).toStrictEqual([30, 60, 120, 240, 480, 900, 900].map((seconds) => seconds * 1_000));
    expect(pauses(1).slice(0, 3)).toStrictEqual([24_000, 48_000, 96_000]);
  });

  test('is given up at the end of the 24 hours, and when they ended long ago', () => {
    expect(nextTryMs(0, 5, DAY_MS - 1, 0)).toBe(DAY_MS);
    expect(nextTryMs(0, 5, DAY_MS, 0)).toBeUndefined();
    expect(nextTryMs(0, 1, 10 * DAY_MS, 0)).toBeUndefined();
  });

  test('has a valid time for its next try, however often it failed', () => {
    expect(nextTryMs(0, 100_000, HOUR_MS, 0)).toBe(HOUR_MS + 900_000);
  });
});
