import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedScore, scoreNumber, tierOf } from '#shared/monitoring/vendors/score';

describe('the risk tier of a score', () => {
  test.each([
    [10_000, 'LOW'],
    [8_000, 'LOW'],
    [6_100, 'LOW'],
    [6_099, 'MEDIUM'],
    [3_100, 'MEDIUM'],
    [3_099, 'HIGH'],
    [1_600, 'HIGH'],
    [1_599, 'CRITICAL'],
    [0, 'CRITICAL'],
  ])('of %d hundredths is %s: 100 - score, even between two whole points', (score, tier) => {
    expect(tierOf(score)).toBe(tier);
  });
});

describe('a score', () => {
  test('stays within 0 to 100 and has at most two decimals, whatever is added', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: -20_000, max: 20_000 }), (score, delta) => {
        const after = changedScore(score, delta);
        expect(after).toBeGreaterThanOrEqual(0);
        expect(after).toBeLessThanOrEqual(10_000);
        expect(String(scoreNumber(after))).toMatch(/^\d{1,3}(\.\d{1,2})?$/);
      }),
    );
  });
});
