import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthEndAfter, monthsAfter } from '#shared/platform/calendar';

const at = (iso: string): number => Date.parse(iso);
const iso = (ms: number): string => new Date(ms).toISOString();

const MOMENT = fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2040-01-01T00:00:00Z') });

describe('the months of a watch', () => {
  test('end on its day, or on the last day of a shorter month, for a whole year', () => {
    const start = at('2026-01-31T12:30:00.123Z');
    const ends = Array.from({ length: 12 }, (_, index) => iso(monthsAfter(start, index + 1)));
    expect(ends).toStrictEqual(
      ['02-28', '03-31', '04-30', '05-31', '06-30', '07-31', '08-31', '09-30', '10-31', '11-30', '12-31']
        .map((day) => `2026-${day}T12:30:00.123Z`)
        .concat('2027-01-31T12:30:00.123Z'),
    );
  });

  test('take account of leap years', () => {
    expect(iso(monthsAfter(at('2028-01-30T08:00:00Z'), 1))).toBe('2028-02-29T08:00:00.000Z');
    expect(iso(monthsAfter(at('2028-02-29T08:00:00Z'), 12))).toBe('2029-02-28T08:00:00.000Z');
  });

  test('are counted in days of Lagos, where half past eleven in the evening in UTC is the next day', () => {
    const start = at('2026-01-31T23:30:00Z');
    expect(iso(monthsAfter(start, 1))).toBe('2026-02-28T23:30:00.000Z');
    expect(iso(monthsAfter(start, 2))).toBe('2026-03-31T23:30:00.000Z');
    expect(iso(monthsAfter(at('2026-01-30T23:30:00Z'), 1))).toBe('2026-02-27T23:30:00.000Z');
  });

  test('follow each other without a gap: each end leads to the next', () => {
    fc.assert(
      fc.property(MOMENT, fc.integer({ min: 1, max: 60 }), (start, months) => {
        expect(monthEndAfter(start, monthsAfter(start, months))).toBe(monthsAfter(start, months + 1));
      }),
    );
  });

  test('include one for any later moment: it begins at or before that moment and ends after it', () => {
    fc.assert(
      fc.property(MOMENT, fc.integer({ min: 0, max: 3 * 365 * 24 * 3_600_000 }), (start, passedMs) => {
        const moment = start + passedMs;
        const end = monthEndAfter(start, moment);
        const months = Array.from({ length: 40 }, (_, index) => monthsAfter(start, index));
        const index = months.indexOf(end);
        expect(index).toBeGreaterThan(0);
        expect(end).toBeGreaterThan(moment);
        expect(months[index - 1]).toBeLessThanOrEqual(moment);
      }),
    );
  });
});
