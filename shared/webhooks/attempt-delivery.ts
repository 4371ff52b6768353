import { unixSeconds } from '#shared/platform/clock';
import type { Attempt } from './attempt.ts';
import { hasHung } from './breaker.ts';
import { type StoredBreaker, tellBreaker } from './breaker-store.ts';
import type { ClaimedDelivery } from './claim.ts';
import type { Delivery } from './delivery.ts';
import type { DeliveryEffects } from './delivery-effects.ts';
import { deliveryHeaders } from './delivery-headers.ts';
import { reportAttempt, reportBreaker, reportEnd } from './delivery-report.ts';
import { endReasonOf, type JudgedAttempt, recordAttempt } from './record-attempt.ts';
import { openSigningSecret, type Registration } from './registration.ts';
import { judgeAttempt } from './retry-policy.ts';

/** Makes one POST: signed at this moment, with the secret of this moment, over the bytes of always. */
const makeAttempt = async (
  { deliveryId, body, event, attemptCount }: Delivery,
  registration: Registration,
  { clock, post, vault }: DeliveryEffects,
): Promise<Attempt> => {
  const secret = await openSigningSecret(registration, vault);
  const startedAtMs = clock();
  const headers = deliveryHeaders({ deliveryId, event, body, secret, seconds: unixSeconds(startedAtMs) });
  const outcome = await post({ endpoint: registration.endpoint, headers, body });
  return { number: attemptCount + 1, startedAtMs, outcome };
};

const judge = (attempt: Attempt, { clock, random }: DeliveryEffects): JudgedAttempt => {
  const endedAtMs = clock();
  const verdict = judgeAttempt(attempt.outcome, { attempt: attempt.number, endedAtMs, random: random() });
  return { attempt, endedAtMs, verdict };
};

const report = (judged: JudgedAttempt, deactivated: boolean, effects: DeliveryEffects): void => {
  const { verdict } = judged;
  reportAttempt(effects, judged);
  if (verdict.kind !== 'retry') {
    reportEnd(effects, verdict.kind === 'delivered' ? 'delivered' : 'failed', endReasonOf(verdict));
  }
  if (deactivated) effects.log.warn('REGISTRATION_DEACTIVATED', { reason: 'gone' });
};

/** Wakes a worker for the next attempt. Should the message get lost, a sweep finds the delivery due. */
const sendNext = async ({ verdict }: JudgedAttempt, { delivery }: ClaimedDelivery, effects: DeliveryEffects) => {
  if (verdict.kind !== 'retry') return;
  const { deliveryId, registrationId } = delivery;
  await effects.send({ deliveryId, registrationId, delayMs: verdict.dueAtMs - effects.clock() });
};

const noteHealth = async (
  { attempt, endedAtMs }: JudgedAttempt,
  { deliveryId, delivery: { registrationId } }: ClaimedDelivery,
  breaker: StoredBreaker,
  effects: DeliveryEffects,
) => {
  const hung = hasHung(attempt.outcome);
  const status = await tellBreaker(effects.table, breaker, { registrationId, deliveryId, hung, nowMs: endedAtMs });
  if (status) reportBreaker(effects, status);
};

/**
 * Makes one attempt at a claimed delivery. What it came to is recorded before anything follows from it, so that a crash
 * at any point loses neither the delivery nor the count of its attempts; at worst it repeats the POST, with the same id.
 */
export const attemptDelivery = async (
  claimed: ClaimedDelivery,
  registration: Registration,
  breaker: StoredBreaker,
  effects: DeliveryEffects,
): Promise<void> => {
  const judged = judge(await makeAttempt(claimed.delivery, registration, effects), effects);
  const { recorded, deactivated } = await recordAttempt(effects.table, claimed, registration, judged);
  if (!recorded) return effects.log.warn('DELIVERY_CLAIM_REFUSED', { reason: 'lease_lost' });
  report(judged, deactivated, effects);
  await Promise.all([sendNext(judged, claimed, effects), noteHealth(judged, claimed, breaker, effects)]);
};
