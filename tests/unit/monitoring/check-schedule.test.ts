import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHECK_SHARDS } from '#shared/monitoring/checks/keys';
import { leasedSchedule, nextSchedule, scheduleAttributes } from '#shared/monitoring/checks/schedule';
import { newId } from '#shared/platform/ids';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const dueMs = ({ gsi4sk }: { readonly gsi4sk: string }): number => Date.parse(gsi4sk.split('~')[0] ?? '');

/** Ids as they are made, derived from a number so that no test depends on chance. */
const vendorIds = Array.from({ length: 2_400 }, (_, index) => `cmp_${String(index).padStart(26, '0')}`);

const time = fc.integer({ min: 0, max: 4_102_444_800_000 });

describe('the schedule of checks', () => {
  test('has the first check of a vendor due at once, in the partition of all its checks', () => {
    const vendorId = newId('cmp', 0);
    const nowMs = Date.parse('2026-11-22T10:00:00.000Z');
    const first = scheduleAttributes(vendorId, nowMs);
    expect(first.gsi4sk).toBe(`2026-11-22T10:00:00.000Z~${vendorId}`);
    expect(nextSchedule(vendorId, nowMs).gsi4pk).toBe(first.gsi4pk);
    expect(leasedSchedule(vendorId, nowMs)).toStrictEqual({
      gsi4pk: first.gsi4pk,
      gsi4sk: `2026-11-22T11:00:00.000Z~${vendorId}`,
    });
  });

  test('has the next check at the same time of the day, always 6 to 30 hours later', () => {
    fc.assert(
      fc.property(fc.constantFrom(...vendorIds), time, time, (vendorId, oneMs, otherMs) => {
        const next = dueMs(nextSchedule(vendorId, oneMs));
        expect(next - oneMs).toBeGreaterThanOrEqual(6 * HOUR_MS);
        expect(next - oneMs).toBeLessThan(30 * HOUR_MS);
        expect(next % DAY_MS).toBe(dueMs(nextSchedule(vendorId, otherMs)) % DAY_MS);
      }),
    );
  });

  test('checks a vendor once a day, however late each check is within the day', () => {
    const lateness = fc.array(fc.integer({ min: 0, max: 17 * HOUR_MS }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(fc.constantFrom(...vendorIds), time, lateness, (vendorId, startMs, late) => {
        const first = dueMs(nextSchedule(vendorId, startMs));
        const last = late.reduce((due, delayMs) => dueMs(nextSchedule(vendorId, due + delayMs)), first);
        expect(last - first).toBe(late.length * DAY_MS);
      }),
    );
  });

  test('spreads vendors evenly over the hours of the day and over the partitions', () => {
    const hours = new Map<number, number>();
    const partitions = new Map<string, number>();
    for (const vendorId of vendorIds) {
      const next = nextSchedule(vendorId, 0);
      const hour = Math.floor((dueMs(next) % DAY_MS) / HOUR_MS);
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
      partitions.set(next.gsi4pk, (partitions.get(next.gsi4pk) ?? 0) + 1);
    }
    expect(hours.size).toBe(24);
    expect(Math.min(...hours.values())).toBeGreaterThan(60);
    expect(Math.max(...hours.values())).toBeLessThan(140);
    expect(partitions.size).toBe(CHECK_SHARDS);
    expect(Math.min(...partitions.values())).toBeGreaterThan(200);
  });
});
