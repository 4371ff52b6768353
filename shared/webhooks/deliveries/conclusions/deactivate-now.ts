import { newerAmong, onLatest, type StoredRecord } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { isoTime } from '#shared/platform/clock';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { fromBreakerItem, type StoredBreaker } from '#shared/webhooks/deliveries/limits/breaker-store';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { registrationRecord } from '#shared/webhooks/registrations/registration-repository';
import { FAILURE_STREAK_MS, streakDeactivation } from './failure-streak.ts';

/** A registration, and the state that its deliveries share. */
export interface DeliveringRegistration {
  readonly registration: Registration;
  readonly breaker: StoredBreaker;
}

/** The record of a registration's breaker, for transactions that start from it. */
const breakerRecord = (registrationId: string): StoredRecord<StoredBreaker> => ({
  key: deliveryKeys.breaker(registrationId),
  from: (item) => fromBreakerItem(registrationId, item),
});

/**
 * Deactivates a registration now, as after five days of nothing but failed deliveries. A registration that we have
 * already deactivated stays as it is.
 *
 * @returns the deactivated registration.
 * @throws ApiError WEBHOOK_INACTIVE when its owner has deactivated it; WEBHOOK_NOT_FOUND when it was deleted meanwhile.
 */
export const deactivateNow = async (
  table: Table,
  start: DeliveringRegistration,
  nowMs: number,
): Promise<Registration> => {
  const { accountId, registrationId } = start.registration;
  const attempt = async ({ registration, breaker }: DeliveringRegistration) => {
    if (registration.deactivatedAt !== undefined) return { result: { written: true } as const, value: registration };
    if (!registration.isActive) throw new ApiError('WEBHOOK_INACTIVE');
    const operations = streakDeactivation(registration, breaker, nowMs - FAILURE_STREAK_MS, nowMs);
    const deactivated = { isActive: false, deactivatedAt: isoTime(nowMs), deactivationReason: 'failing' } as const;
    return { result: await table.transact(operations), value: { ...registration, ...deactivated } };
  };
  const newer = newerAmong<DeliveringRegistration>({
    registration: registrationRecord(accountId, registrationId),
    breaker: breakerRecord(registrationId),
  });
  const { result, value } = await onLatest(start, attempt, newer);
  if (!result.written) throw new ApiError('WEBHOOK_NOT_FOUND');
  return value;
};
