import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pauseAfter } from '#shared/platform/backoff';

describe('The pause after consecutive failures', () => {
  const backoff = { first: 2, longest: 300, jitter: 0.2 };

  test('doubles with each of them, up to the longest pause', () => {
    expect([1, 2, 3, 8, 9, 100_000].map((failures) => pauseAfter(backoff, failures, 0))).toEqual([
      2, 4, 8, 256, 300, 300,
    ]);
  });

  test('is shortened at random by no more than its jitter', () => {
    fc.assert(
      fc.property(fc.nat(1_000), fc.double({ min: 0, max: 1, noNaN: true }), (before, random) => {
        const [pause, whole] = [pauseAfter(backoff, before + 1, random), pauseAfter(backoff, before + 1, 0)];
        expect(pause).toBeLessThanOrEqual(whole);
        expect(pause).toBeGreaterThanOrEqual(0.8 * whole);
      }),
    );
    expect(pauseAfter({ ...backoff, jitter: 1 }, 5, 1)).toBe(0);
  });
});
