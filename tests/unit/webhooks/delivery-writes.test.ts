import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import { claimWrite, endingWrite, reschedulingWrite } from '#shared/webhooks/delivery-writes';

const CLAIM = { deliveryId: 'whd_01KAJ3X1QM3B6C9D0E1F2G3H4J', claimToken: 'token' };
const NOW_MS = Date.UTC(2026, 10, 21);

const conditionOf = (write: ReturnType<typeof claimWrite>) => ('when' in write ? write.when : {});

describe('the writes of a delivery', () => {
  test('a lease holds longer than the function that delivers may run', () => {
    const write = claimWrite(CLAIM, NOW_MS);
    const leaseEndsMs = write.kind === 'update' ? Number(write.set?.['claimableAtMs']) : 0;
    const timeoutSeconds = CONSUMERS.find(({ name }) => name === 'deliver-webhook')?.timeoutSeconds;
    expect(timeoutSeconds).toBeDefined();
    expect((leaseEndsMs - NOW_MS) / 1000).toBeGreaterThan(Number(timeoutSeconds));
  });

  test('a claim names every open status, and the time from which the delivery may be claimed', () => {
    expect(conditionOf(claimWrite(CLAIM, NOW_MS))).toStrictEqual({
      status: { oneOf: ['pending', 'retrying', 'delivering'] },
      claimableAtMs: { atMost: NOW_MS },
    });
  });

  test.each([
    ['retry', reschedulingWrite(CLAIM, 'retry', { attemptCount: 1, dueAtMs: NOW_MS })],
    ['postpone', reschedulingWrite(CLAIM, 'postpone', { attemptCount: 0, dueAtMs: NOW_MS })],
    ['postpone_retry', reschedulingWrite(CLAIM, 'postpone_retry', { attemptCount: 1, dueAtMs: NOW_MS })],
    ['succeed', endingWrite(CLAIM, 'succeed', { attemptCount: 1, reason: 'delivered', nowMs: NOW_MS })],
    ['fail', endingWrite(CLAIM, 'fail', { attemptCount: 5, reason: 'attempts_exhausted', nowMs: NOW_MS })],
    ['skip', endingWrite(CLAIM, 'skip', { attemptCount: 0, reason: 'registration_deleted', nowMs: NOW_MS })],
  ])('%s is for the worker whose claim stands alone', (_, write) => {
    expect(conditionOf(write)).toMatchObject({ claimToken: { equals: 'token' } });
    expect(JSON.stringify(conditionOf(write))).toContain('delivering');
  });
});
