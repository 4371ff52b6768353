import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pauseAfter } from '#shared/platform/backoff';
import { HttpFailure } from '#shared/sources/http-client';
import { NOT_FOUND } from '#shared/sources/lookup-results';
import { askPatiently, SOURCE_BACKOFF, SOURCE_PATIENCE } from '#shared/sources/patience';
import { IMPATIENT } from './loopback-source.ts';

const { signal } = new AbortController();

describe('patience with a source', () => {
  test('lasts three tries', () => {
    expect(SOURCE_PATIENCE.tries).toBe(3);
  });

  test('waits twice as long after each failure, with as much again of jitter', () => {
    expect([1, 2].map((failedTries) => pauseAfter(SOURCE_BACKOFF, failedTries, 1))).toEqual([200, 400]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), fc.double({ min: 0, max: 1, noNaN: true }), (failedTries, random) => {
        const least = 100 * 2 ** failedTries;
        expect(pauseAfter(SOURCE_BACKOFF, failedTries, random)).toBeGreaterThanOrEqual(least);
        expect(pauseAfter(SOURCE_BACKOFF, failedTries, random)).toBeLessThanOrEqual(2 * least);
      }),
    );
  });

  test('ends at once when the caller gives up while waiting', async () => {
    const giveUp = new AbortController();
    const ask = async () => {
      giveUp.abort();
      throw new HttpFailure('timed_out', true);
    };
    const response = await askPatiently(ask, SOURCE_PATIENCE, giveUp.signal);
    expect(response).toEqual({ status: 'unavailable', cause: 'cancelled' });
  });

  test('does not wait for a response that has arrived', async () => {
    expect(await askPatiently(async () => NOT_FOUND, SOURCE_PATIENCE, signal)).toBe(NOT_FOUND);
  });

  test('does not hide a defect of the service', async () => {
    const ask = async () => {
      throw new TypeError('ours');
    };
    await expect(askPatiently(ask, IMPATIENT, signal)).rejects.toThrow('ours');
  });
});
