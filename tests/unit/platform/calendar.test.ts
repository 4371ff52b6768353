import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateParts,
  dayInMonth,
  daysBetween,
  isDay,
  lagosDay,
  sevenInLagosMs,
} from '#shared/platform/calendar';

const HOUR_MS = 60 * 60 * 1000;

describe('the day in Lagos', () => {
  test.each([
    ['2026-11-21T22:30:00.000Z', '2026-11-21', '23:30'],
    ['2026-11-21T22:59:59.999Z', '2026-11-21', 'a moment before midnight'],
    ['2026-11-21T23:00:00.000Z', '2026-11-22', 'midnight'],
    ['2026-11-21T23:30:00.000Z', '2026-11-22', '00:30'],
    ['2026-12-31T23:30:00.000Z', '2027-01-01', '00:30 of the new year'],
  ])('at %s is %s: %s there', (timestamp, day) => {
    expect(lagosDay(Date.parse(timestamp))).toBe(day);
  });

  test('begins at midnight and contains its 07:00 seven hours later', () => {
    const seven = sevenInLagosMs('2026-11-21');
    expect(new Date(seven).toISOString()).toBe('2026-11-21T06:00:00.000Z');
    expect(lagosDay(seven - 7 * HOUR_MS)).toBe('2026-11-21');
    expect(lagosDay(seven - 7 * HOUR_MS - 1)).toBe('2026-11-20');
  });
});

const days = fc
  .tuple(fc.integer({ min: 2000, max: 2200 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, day]) => dayInMonth(year, month, day));

describe('counting days', () => {
  test('is exact across month ends, leap years and the year 2100, which is not a leap year', () => {
    expect(daysBetween('2028-02-28', '2028-03-01')).toBe(2);
    expect(daysBetween('2100-02-28', '2100-03-01')).toBe(1);
    expect(daysBetween('2026-11-22', '2026-11-21')).toBe(-1);
    expect(daysBetween('2026-01-01', '2027-01-01')).toBe(365);
  });

  test('works in both directions between any two days', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: -40_000, max: 40_000 }), (day, count) => {
        const other = addDays(day, count);
        return isDay(other) && daysBetween(day, other) === count && addDays(other, -count) === day;
      }),
    );
  });
});

describe('moving a day by months', () => {
  test.each([
    ['2026-01-31', 1, 31, '2026-02-28'],
    ['2026-02-28', 1, 31, '2026-03-31'],
    ['2028-01-31', 1, 31, '2028-02-29'],
    ['2100-01-31', 1, 31, '2100-02-28'],
    ['2026-12-21', 1, 21, '2027-01-21'],
    ['2026-04-30', 1, 30, '2026-05-30'],
    ['2028-02-29', 12, 29, '2029-02-28'],
    ['2031-02-28', 12, 29, '2032-02-29'],
    ['2096-02-29', 12, 29, '2097-02-28'],
    ['9999-12-31', 1, 31, '9999-12-31'],
    ['9999-06-30', 12, 30, '9999-12-31'],
  ])('%s by %i with the anchor day %i is %s', (day, months, anchorDay, later) => {
    expect(addMonths(day, months, anchorDay)).toBe(later);
  });

  test('by one, any number of times, visits each month once, on the anchor day or on the last day of a shorter month', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 150 }), (start, count) => {
        const [year, month, anchorDay] = dateParts(start);
        let day = start;
        for (let step = 1; step <= count; step++) {
          day = addMonths(day, 1, anchorDay);
          const index = month - 1 + step;
          const expected = dayInMonth(year + Math.floor(index / 12), (index % 12) + 1, anchorDay);
          if (day !== expected) return false;
        }
        const [, , last] = dateParts(day);
        return isDay(day) && (last === anchorDay || dateParts(addDays(day, 1))[2] === 1);
      }),
      { numRuns: 50 },
    );
  });

  test('by twelve keeps the month, and the day in every year that has it', () => {
    fc.assert(
      fc.property(days, (start) => {
        const [year, month, anchorDay] = dateParts(start);
        const [laterYear, laterMonth, laterDay] = dateParts(addMonths(start, 12, anchorDay));
        const isLeapDay = month === 2 && anchorDay === 29;
        return laterYear === year + 1 && laterMonth === month && laterDay === (isLeapDay ? 28 : anchorDay);
      }),
    );
  });
});
