import { update, type WriteOperation } from '#shared/db/expressions';
import type { DeliveryEffects } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import { deliveryKeys } from '#shared/webhooks/deliveries/keys';
import { keptFrom, type StoredBreaker } from '#shared/webhooks/deliveries/limits/breaker-store';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { deactivationWrite } from '#shared/webhooks/registrations/registration-repository';
import { noticeWrite } from './deactivation-notice.ts';
import type { JudgedAttempt } from './record-attempt.ts';

/** How long nothing may be delivered, from the first failed delivery on, before the registration is deactivated. */
export const FAILURE_STREAK_MS = 5 * 24 * 60 * 60_000;

/** Since when a registration's deliveries only fail; undefined while they do not. */
const failingSince = ({ failingSinceMs, deliveredAtMs = 0 }: StoredBreaker): number | undefined =>
  failingSinceMs !== undefined && failingSinceMs > deliveredAtMs ? failingSinceMs : undefined;

const unchanged = (timeMs: number | undefined) => (timeMs === undefined ? ('missing' as const) : { equals: timeMs });

/** That no delivery began a streak, or was delivered and so ended it, since the breaker was read. */
const asRead = ({ failingSinceMs, deliveredAtMs }: StoredBreaker) => ({
  failingSinceMs: unchanged(failingSinceMs),
  deliveredAtMs: unchanged(deliveredAtMs),
});

const beginWrite = (breaker: StoredBreaker, failedAtMs: number): WriteOperation =>
  update(deliveryKeys.breaker(breaker.ownerId), { set: { failingSinceMs: failedAtMs }, when: asRead(breaker) });

/**
 * The writes that deactivate a registration whose deliveries only failed for five days, and store a notice to be mailed: all or
 * none, once. The streak ends with it, so that a reactivated registration starts over.
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
    when: asRead(breaker),
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
 * Evaluates what a failed delivery means for its registration. A streak begins with a delivery that failed, ends with
 * one that is delivered, and deactivates the registration with the first delivery that fails after five days. An attempt
 * that is retried means nothing: its delivery may still arrive.
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
