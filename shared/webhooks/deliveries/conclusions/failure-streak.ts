import { update, type WriteOperation } from '#shared/db/expressions';
import type { DeliveryEffects } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { keptFrom, type StoredBreaker } from '#shared/webhooks/deliveries/limits/breaker-store';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { deactivationWrite } from '#shared/webhooks/registrations/registration-repository';
import { noticeWrite } from './deactivation-notice.ts';
import type { JudgedAttempt } from './record-attempt.ts';

/** A registration is deactivated after this time without a delivery, counted from the first failed one. */
export const FAILURE_STREAK_MS = 5 * 24 * 60 * 60_000;

/** The time since which a registration's deliveries have only failed; undefined while they do not. */
const failingSince = ({ failingSinceMs, deliveredAtMs = 0 }: StoredBreaker): number | undefined =>
  failingSinceMs !== undefined && failingSinceMs > deliveredAtMs ? failingSinceMs : undefined;

const unchanged = (timeMs: number | undefined) => (timeMs === undefined ? ('missing' as const) : { equals: timeMs });

/** The condition that, since the breaker was read, no delivery began a streak, or was delivered and so ended it. */
const unchangedStreak = ({ failingSinceMs, deliveredAtMs }: StoredBreaker) => ({
  failingSinceMs: unchanged(failingSinceMs),
  deliveredAtMs: unchanged(deliveredAtMs),
});

const beginWrite = (breaker: StoredBreaker, failedAtMs: number): WriteOperation =>
  update(deliveryKeys.breaker(breaker.ownerId), {
    set: { failingSinceMs: failedAtMs },
    when: unchangedStreak(breaker),
  });

/**
 * The writes that deactivate a registration whose deliveries have only failed for five days, and store a notice to be
 * mailed: all or none, once. The streak ends with it, so that a reactivated registration starts over.
 */
export const streakDeactivation = (
  registration: Registration,
  breaker: StoredBreaker,
  failingSinceMs: number,
  nowMs: number,
) => ({
  registration: deactivationWrite(registration, 'failing', nowMs),
  breaker: update(deliveryKeys.breaker(breaker.ownerId), {
    set: keptFrom(nowMs),
    remove: ['failingSinceMs'],
    when: unchangedStreak(breaker),
  }),
  notice: noticeWrite(registration, { reason: 'failing', sinceMs: failingSinceMs }, nowMs),
});

const deactivate = async (
  registration: Registration,
  breaker: StoredBreaker,
  failingSinceMs: number,
  { table, clock, log }: DeliveryEffects,
): Promise<void> => {
  const { written } = await table.transact(streakDeactivation(registration, breaker, failingSinceMs, clock()));
  if (written) log.warn('REGISTRATION_DEACTIVATED', { reason: 'failing' });
};

/**
 * Evaluates what a failed delivery means for its registration. A streak begins with a failed delivery and ends with one
 * that is delivered. The first delivery that fails after five days of a streak deactivates the registration. An attempt
 * that is retried means nothing, because its delivery may still arrive.
 *
 * @param breaker its state after the attempt.
 */
export const judgeStreak = async (
  registration: Registration,
  breaker: StoredBreaker,
  { verdict, endedAtMs }: JudgedAttempt,
  effects: DeliveryEffects,
): Promise<void> => {
  if (verdict.kind !== 'failed') return;
  const sinceMs = failingSince(breaker);
  if (sinceMs !== undefined && endedAtMs - sinceMs >= FAILURE_STREAK_MS) {
    await deactivate(registration, breaker, sinceMs, effects);
  } else if (sinceMs === undefined) {
    await effects.table.write(beginWrite(breaker, endedAtMs));
  }
};
