import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf, readGrowth } from '#tests/bench/cloud/table-growth';
import type { StoredItem } from '#tests/bench/cloud/units';
import { capOf, HOT_KEYS, PARTITION_UNITS, unitsOf } from '#tests/bench/growth/hot-keys';
import { LONGEST_BURST_SECONDS, simulateConcurrency, simulatePartition, steady } from '#tests/bench/growth/simulate';

describe('a partition', () => {
  test('refuses exactly what is above its rate when it has no burst', () => {
    expect(simulatePartition(steady(1500, 10), 1000, 0)).toEqual({ refusedFromSecond: 0, refusedShare: 1 / 3 });
    expect(simulatePartition(steady(1000, 10), 1000, 0).refusedFromSecond).toBeUndefined();
  });

  test('gives its burst first, and again what it did not use since', () => {
    const above = simulatePartition(steady(2000, 600), 1000, LONGEST_BURST_SECONDS);
    expect(above.refusedFromSecond).toBe(LONGEST_BURST_SECONDS);
    const rested = [...steady(2000, 300), ...steady(0, 300), ...steady(2000, 300)];
    expect(simulatePartition(rested, 1000, LONGEST_BURST_SECONDS).refusedFromSecond).toBeUndefined();
  });

  test('never takes more than its rate and one burst', () => {
    const demand = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(demand, fc.integer({ min: 0, max: 300 }), (wanted, burstSeconds) => {
        const total = wanted.reduce((sum, each) => sum + each, 0);
        const { refusedShare } = simulatePartition(wanted, 1000, burstSeconds);
        expect(total * (1 - refusedShare)).toBeLessThanOrEqual(1000 * (wanted.length + burstSeconds) + 1e-6);
      }),
    );
  });
});

describe('concurrency', () => {
  test('begins with 1,000 environments and grows by 100 a second, up to the limit', () => {
    expect(simulateConcurrency(steady(100, 60), { seconds: 10, limit: 1000 }).refusedFromSecond).toBeUndefined();
    expect(simulateConcurrency(steady(200, 60), { seconds: 10, limit: 1000 }).refusedShare).toBeCloseTo(0.5);
    const { refusedFromSecond, refusedShare } = simulateConcurrency(steady(200, 60), { seconds: 10, limit: 5000 });
    expect(refusedFromSecond).toBe(0);
    // 1,000 are missing at first, and 100 fewer each second.
    expect(refusedShare).toBeCloseTo(5500 / 10 / (200 * 60), 2);
  });
});

describe('what a run leaves', () => {
  const item = (attributes: Record<string, string>, expires?: number): StoredItem => ({
    ...Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, { S: value }])),
    ...(expires !== undefined && { expiresAtSeconds: { N: String(expires) } }),
  });
  const widget = item({ pk: 'WGT#wgt_1', sk: 'WIDGET' });
  const listed = item({ pk: 'WGT#wgt_1', sk: 'WIDGET', gsi1pk: 'WGTLIST#usr_1#live', gsi1sk: '0001' });

  test('an item that an index lists is stored twice, and its write costs the partition of the index too', () => {
    const alone = growthOf([{ before: undefined, after: widget, inTransaction: false }], 0);
    const both = growthOf([{ before: undefined, after: listed, inTransaction: true }], 0);
    expect(alone).toEqual({ bytes: { widget: { kept: 120 } }, units: { widget: 1 } });
    expect(both.units).toEqual({ widget: 2, widgetsOfEnvironment: 1 });
    expect(both.bytes['widget']?.kept).toBeGreaterThan(240);
  });

  test('a removal leaves less, an expiry counts in days, and heads of lists do not count', () => {
    const [head, event] = [item({ pk: 'AUDIT', sk: 'HEAD' }), item({ pk: 'OUTBOX#usr_1', sk: 'EVENT#1' }, 86_400)];
    const writes = [
      { before: widget, after: undefined, inTransaction: false },
      { before: undefined, after: event, inTransaction: false },
      { before: undefined, after: head, inTransaction: false },
    ];
    expect(growthOf(writes, 0).bytes).toEqual({ outbox: { '1': 140 }, widget: { kept: -120 } });
  });

  test('a partition of no family is refused', () => {
    const unknown = item({ pk: 'NOBODY#1', sk: 'X' });
    expect(() => growthOf([{ before: undefined, after: unknown, inTransaction: false }], 0)).toThrow('NOBODY#1');
  });
});

test('every hot key is written by its functions, and its cap is that of its partitions', () => {
  for (const key of HOT_KEYS) {
    expect(unitsOf(key, readGrowth()), key.family).toBeGreaterThan(0);
    expect(capOf(key, readGrowth())).toBeLessThanOrEqual(
      (PARTITION_UNITS * (key.shards ?? 1)) / unitsOf(key, readGrowth()),
    );
  }
});
