import { allEnded } from '#shared/platform/all-ended';
import type { DeliveryEffects } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import type { EndedAttempt } from '#shared/webhooks/deliveries/limits/breaker';
import {
  type StoredBreaker,
  type UpdatedBreaker,
  updateBreaker,
} from '#shared/webhooks/deliveries/limits/breaker-store';
import { type HostAdmission, recordHostAnswer } from '#shared/webhooks/deliveries/limits/host-admission';
import { noteParking, placeOf, releaseParked } from '#shared/webhooks/deliveries/limits/parking';
import { type Permit, releasePermit } from '#shared/webhooks/deliveries/limits/permits';
import type { Attempt } from '#shared/webhooks/deliveries/records/attempt';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import type { ClaimedDelivery } from '#shared/webhooks/deliveries/records/delivery-writes';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { reportAttempt, reportBreakers, reportEnd } from './delivery-report.ts';
import { judgeStreak } from './failure-streak.ts';
import { AttemptUnrecorded, type UnrecordedAttempt } from './faults.ts';
import { endReasonOf, type JudgedAttempt, recordAttempt } from './record-attempt.ts';
import { judgeAttempt } from './retry-policy.ts';

/**
 * What follows from work on a delivery, once that is recorded. Its failure reverts nothing: the message is retried or a
 * sweep makes up for it.
 */
export type FollowUp = () => Promise<unknown>;

/** An attempt that was made under a permit. */
interface MadeAttempt {
  readonly claimed: ClaimedDelivery;
  readonly registration: Registration;
  readonly permit: Permit;
  /** The breaker at the time the permit was taken. */
  readonly breaker: StoredBreaker;
  readonly host: HostAdmission;
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

/** Updates a breaker with the outcome of the attempt and releases its permit; returns the breaker after that. */
const releaseBreaker = async (
  { breaker: seen, permit }: HostAdmission,
  ended: EndedAttempt,
  delivered: boolean,
  { table }: DeliveryEffects,
): Promise<UpdatedBreaker> => {
  // Updated first, as far as the attempt saw it: nobody takes the permit of a probe that hung.
  const notified = await updateBreaker(table, seen, ended);
  if (!permit) return notified;
  const left = await releasePermit(table, seen.ownerId, permit, { nowMs: ended.nowMs, delivered });
  return notified.breaker === seen ? updateBreaker(table, left, ended) : { ...notified, breaker: left };
};

/** The breakers of a registration and of its host, once an attempt has ended. */
interface ReleasedBreakers {
  readonly breaker: StoredBreaker;
  readonly host: StoredBreaker;
}

/** Updates the breakers of the registration and of its host, and releases the permits. */
const releaseBreakers = async (
  { claimed: { deliveryId }, permit, breaker, host }: MadeAttempt,
  { attempt, endedAtMs, verdict }: JudgedAttempt,
  effects: DeliveryEffects,
): Promise<ReleasedBreakers> => {
  const ended = { deliveryId, outcome: attempt.outcome, nowMs: endedAtMs };
  const delivered = verdict.kind === 'delivered';
  const [own, shared] = await allEnded([
    releaseBreaker({ breaker, permit }, ended, delivered, effects),
    releaseBreaker(host, ended, delivered, effects),
  ]);
  reportBreakers(effects, { registration: own.changedTo, host: shared.changedTo });
  return {
    breaker: own.breaker,
    host: delivered ? await recordHostAnswer(effects.table, shared.breaker, endedAtMs) : shared.breaker,
  };
};

/**
 * The breaker, with its note, under which the next attempt is parked at once: it stays open until after its time.
 * Undefined when it may be tried then, or when nobody knows.
 */
const parkingBreaker = async (
  { verdict }: JudgedAttempt,
  released: Promise<ReleasedBreakers>,
  accountId: string,
  effects: DeliveryEffects,
): Promise<StoredBreaker | undefined> => {
  if (verdict.kind !== 'retry') return undefined;
  const breaker = (await released.catch(() => undefined))?.breaker;
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

/** Triggers the next attempt. If the message gets lost, a sweep finds the delivery due. */
const sendNext = async ({ verdict }: JudgedAttempt, { delivery }: ClaimedDelivery, effects: DeliveryEffects) => {
  if (verdict.kind !== 'retry') return;
  const { deliveryId, registrationId } = delivery;
  await effects.send({ deliveryId, registrationId, delayMs: verdict.dueAtMs - effects.clock() });
};

/**
 * Records an attempt that was made and releases its permit. The outcome is recorded before anything follows from it, so
 * that a crash at any point loses neither the delivery nor the count of its attempts; at worst it repeats the POST,
 * with the same id.
 *
 * @returns what follows from it: the next attempt, the parked deliveries that it made room for, and what happens to an
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
        released.then(({ breaker, host }) => releaseParked(parking ?? breaker, host, effects)),
        released.then(({ breaker }) => judgeStreak(registration, breaker, judged, effects)),
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
  { registration, breaker }: { readonly registration: Registration | undefined; readonly breaker: StoredBreaker },
  effects: DeliveryEffects,
): Promise<FollowUp> => {
  const number = claimed.delivery.attemptCount + 1;
  const judged = judge(claimed.delivery, { number, startedAtMs, outcome }, endedAtMs, effects);
  const recorded = await record(claimed, registration, judged, undefined, effects);
  return () =>
    allEnded([
      recorded ? sendNext(judged, claimed, effects) : Promise.resolve(),
      registration ? judgeStreak(registration, breaker, judged, effects) : Promise.resolve(),
    ]);
};
