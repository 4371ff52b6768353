import { describe, expect, test } from 'vitest';
import { CONSUMERS } from '#functions/events/consumers';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import {
  abandoningWrite,
  claimWrite,
  EARLY_MS,
  endingWrite,
  extendingWrite,
  faultWrite,
  LEASE_SECONDS,
  parkedClaimWrite,
  parkingWrite,
  retryingWrite,
} from '#shared/webhooks/deliveries/records/delivery-writes';

const CLAIM = { deliveryId: 'whd_01KAJ3X1QM3B6C9D0E1F2G3H4J', claimToken: 'token' };
const NOW_MS = Date.UTC(2026, 10, 21);

const DELIVERY = {
  deliveryId: CLAIM.deliveryId,
  registrationId: 'whk_01KAJ3X1QM3B6C9D0E1F2G3H4J',
  attemptCount: 0,
  unrecordedClaims: 1,
  faultsInRow: 0,
} as Delivery;

const RECORDED = { number: 1, startedAt: '2026-11-21T00:00:00.000Z', durationMs: 10, trigger: 'scheduled' } as const;

const PARKING = { placeMs: NOW_MS, dueAtMs: NOW_MS };

const conditionOf = (write: ReturnType<typeof claimWrite>) => ('when' in write ? write.when : {});

describe('the writes of a delivery', () => {
  const { timeoutSeconds = Number.NaN } = CONSUMERS.find(({ name }) => name === 'deliver-webhook') ?? {};

  test('hold a lease for longer than the delivering function may run, even for an early claim', () => {
    const write = claimWrite(CLAIM, NOW_MS);
    expect(write.kind === 'update' && write.set?.['claimableAtMs']).toBe(NOW_MS + LEASE_SECONDS * 1000);
    expect(LEASE_SECONDS).toBe(timeoutSeconds + 5);
    expect(LEASE_SECONDS * 1000 - EARLY_MS).toBeGreaterThan(timeoutSeconds * 1000);
  });

  test('claim from every open status, after the time from which the delivery may be claimed', () => {
    const open = {
      status: { oneOf: ['pending', 'retrying', 'delivering'] },
      claimableAtMs: { atMost: NOW_MS + EARLY_MS },
    };
    expect(conditionOf(claimWrite(CLAIM, NOW_MS))).toStrictEqual({ ...open, placeMs: 'missing' });
    expect(conditionOf(parkedClaimWrite(CLAIM, NOW_MS))).toStrictEqual({ ...open, placeMs: 'exists' });
  });

  test.each([
    ['extend', extendingWrite(CLAIM, NOW_MS)],
    ['retry', retryingWrite(CLAIM, { attemptCount: 1, goneAttempts: 0, dueAtMs: NOW_MS }, RECORDED)],
    [
      'park',
      parkingWrite({ ...CLAIM, delivery: DELIVERY }, 'postpone', { attemptCount: 0, goneAttempts: 0, ...PARKING }),
    ],
    [
      'park after an attempt',
      parkingWrite({ ...CLAIM, delivery: DELIVERY }, 'retry', { attemptCount: 1, goneAttempts: 0, ...PARKING }),
    ],
    ['give back', faultWrite({ ...CLAIM, delivery: DELIVERY }, { dueAtMs: NOW_MS, unrecordedAttempt: undefined })],
    ['abandon', abandoningWrite(CLAIM, NOW_MS)],
    ['succeed', endingWrite(CLAIM, 'succeed', { attemptCount: 1, reason: 'delivered', nowMs: NOW_MS })],
    ['fail', endingWrite(CLAIM, 'fail', { attemptCount: 5, reason: 'attempts_exhausted', nowMs: NOW_MS })],
    ['skip', endingWrite(CLAIM, 'skip', { attemptCount: 0, reason: 'registration_deleted', nowMs: NOW_MS })],
  ])('%s only for the worker whose claim is current', (_, write) => {
    expect(conditionOf(write)).toMatchObject({ claimToken: { equals: 'token' } });
    expect(JSON.stringify(conditionOf(write))).toContain('delivering');
  });
});
