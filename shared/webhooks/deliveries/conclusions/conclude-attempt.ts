import { allEnded } from '#shared/platform/all-ended';
import type { DeliveryEffects, FollowUp } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import { type Admission, type Breakers, endAdmission } from '#shared/webhooks/deliveries/limits/admission';
import type { StoredBreaker } from '#shared/webhooks/deliveries/limits/breaker-store';
import { noteParking, placeOf, releaseParked } from '#shared/webhooks/deliveries/limits/parking';
import type { Attempt } from '#shared/webhooks/deliveries/records/attempt';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import type { ClaimedDelivery } from '#shared/webhooks/deliveries/records/delivery-writes';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { reportAttempt, reportBreakers, reportEnd } from './delivery-report.ts';
import { judgeStreak } from './failure-streak.ts';
import { AttemptUnrecorded, type UnrecordedAttempt } from './faults.ts';
import { endReasonOf, type JudgedAttempt, recordAttempt } from './record-attempt.ts';
import { judgeAttempt } from './retry-policy.ts';

/** An attempt that was made, and the admission under which it was made. */
interface MadeAttempt {
  readonly claimed: ClaimedDelivery;
  readonly registration: Registration;
  readonly admission: Admission;
  readonly attempt: Attempt;
}

const judge = (
  { attemptsBefore, goneAttempts }: Delivery,
  attempt: Attempt,
  endedAtMs: number,
  { random }: DeliveryEffects,
): JudgedAttempt => {
  const scheduled = { attempt: attempt.number - attemptsBefore, goneAttempts, endedAtMs, random: random() };
  const verdict = judgeAttempt(attempt.outcome, scheduled);
  return { attempt, endedAtMs, verdict };
};

/** Gives back the permits of an attempt, and reports how it changed the breakers. */
const releaseBreakers = async (
  { claimed: { deliveryId }, admission }: MadeAttempt,
  { attempt: { outcome }, endedAtMs }: JudgedAttempt,
  effects: DeliveryEffects,
): Promise<Breakers> => {
  const ended = { deliveryId, outcome, nowMs: endedAtMs };
  const { breakers, changes } = await endAdmission(effects.table, admission, ended);
  reportBreakers(effects, changes);
  return breakers;
};

/**
 * The breaker, with its note, that parks the next attempt at once because it stays open beyond its time. Undefined when
 * the attempt may be tried then, or when that is unknown.
 */
const parkingBreaker = async (
  { verdict }: JudgedAttempt,
  released: Promise<Breakers>,
  accountId: string,
  effects: DeliveryEffects,
): Promise<StoredBreaker | undefined> => {
  if (verdict.kind !== 'retry') return undefined;
  const breaker = (await released.catch(() => undefined))?.registration;
  const openUntilMs = breaker?.state.status === 'open' ? breaker.state.coolUntilMs : 0;
  return breaker && openUntilMs > verdict.dueAtMs ? noteParking(breaker, accountId, effects) : undefined;
};

const report = (judged: JudgedAttempt, deactivated: boolean, effects: DeliveryEffects): void => {
  const { verdict } = judged;
  reportAttempt(effects, judged);
  if (verdict.kind !== 'retry') {
    reportEnd(effects, verdict.kind === 'delivered' ? 'delivered' : 'failed', endReasonOf(verdict));
  }
  if (deactivated) effects.log.warn('REGISTRATION_DEACTIVATED', { reason: 'gone' });
};

/** Records an attempt and logs it; false when the lease ran out and another worker took over. */
const record = async (
  claimed: ClaimedDelivery,
  registration: Registration | undefined,
  judged: JudgedAttempt,
  placeMs: number | undefined,
  effects: DeliveryEffects,
): Promise<boolean> => {
  const { recorded, deactivated } = await recordAttempt(effects.table, claimed, registration, judged, placeMs);
  if (recorded) report(judged, deactivated, effects);
  else effects.log.warn('DELIVERY_CLAIM_REFUSED', { reason: 'lease_lost' });
  return recorded;
};

/** Triggers the next attempt. If the message is lost, a sweep finds the delivery due. */
const sendNext = async ({ verdict }: JudgedAttempt, { delivery }: ClaimedDelivery, effects: DeliveryEffects) => {
  if (verdict.kind !== 'retry') return;
  const { deliveryId, registrationId } = delivery;
  await effects.send({ deliveryId, registrationId, delayMs: verdict.dueAtMs - effects.clock() });
};

/**
 * Records an attempt that was made and releases its permit. The outcome is recorded before anything follows from it, so
 * that a crash at any point loses neither the delivery nor the count of its attempts. At worst the POST is repeated,
 * with the same id.
 *
 * @returns the follow-up: the next attempt, the parked deliveries that it made room for, and the deactivation of an
 * endpoint that only fails. All of it is tried, whatever fails.
 * @throws AttemptUnrecorded.
 */
export const concludeAttempt = async (made: MadeAttempt, effects: DeliveryEffects): Promise<FollowUp> => {
  const { claimed, registration, attempt } = made;
  const endedAtMs = effects.clock();
  const judged = judge(claimed.delivery, attempt, endedAtMs, effects);
  const released = releaseBreakers(made, judged, effects);
  // Its failure is reported once the attempt is recorded.
  released.catch(() => undefined);
  try {
    const parking = await parkingBreaker(judged, released, registration.accountId, effects);
    const placeMs = parking && placeOf(claimed.delivery, endedAtMs);
    const recorded = await record(claimed, registration, judged, placeMs, effects);
    return () =>
      allEnded([
        recorded && !parking ? sendNext(judged, claimed, effects) : Promise.resolve(),
        released.then(({ registration: own, host }) => releaseParked({ registration: parking ?? own, host }, effects)),
        released.then((breakers) => judgeStreak(registration, breakers.registration, judged, effects)),
      ]);
  } catch (fault) {
    await Promise.allSettled([released]);
    const { startedAtMs, outcome } = attempt;
    throw new AttemptUnrecorded({ startedAtMs, endedAtMs, outcome }, fault);
  }
};

/** Records an attempt that an earlier worker made and could not record, instead of repeating it. */
export const recordKeptAttempt = async (
  claimed: ClaimedDelivery,
  { startedAtMs, endedAtMs, outcome }: UnrecordedAttempt,
  { registration, breakers }: { readonly registration: Registration | undefined; readonly breakers: Breakers },
  effects: DeliveryEffects,
): Promise<FollowUp> => {
  const number = claimed.delivery.attemptCount + 1;
  const judged = judge(claimed.delivery, { number, startedAtMs, outcome }, endedAtMs, effects);
  const recorded = await record(claimed, registration, judged, undefined, effects);
  return () =>
    allEnded([
      recorded ? sendNext(judged, claimed, effects) : Promise.resolve(),
      registration ? judgeStreak(registration, breakers.registration, judged, effects) : Promise.resolve(),
    ]);
};
