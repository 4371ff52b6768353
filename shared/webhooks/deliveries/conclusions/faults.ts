import { errorFields } from '#shared/platform/logger';
import { MAX_DELAY_SECONDS } from '#shared/platform/sqs';
import type { DeliveryEffects } from '#shared/webhooks/deliveries/attempts/delivery-effects';
import type { Delivery } from '#shared/webhooks/deliveries/records/delivery';
import {
  type ClaimedDelivery,
  extendingWrite,
  faultWrite,
  LEASE_SECONDS,
} from '#shared/webhooks/deliveries/records/delivery-writes';

/** The waits of a delivery after faults of ours. */
export const FAULT_POLICY = {
  /** Doubled with each fault in a row. */
  firstDelaySeconds: 60,
  maxDelaySeconds: 3_600,
  /** Up to this share is added at random, so that deliveries that one fault delayed do not return together. */
  jitter: 0.2,
  /**
   * Consecutive workers that may die with one delivery before it is given up: a delivery that kills its worker must not
   * do so for ever. With the waits in between that takes hours, so a passing fault of ours gives up no delivery.
   */
  maxDeaths: 10,
} as const;

/**
 * The wait after a fault.
 *
 * @param before number of consecutive faults before this one.
 * @param random from 0 to 1.
 */
export const faultDelayMs = (before: number, random: number): number => {
  const seconds = Math.min(FAULT_POLICY.firstDelaySeconds * 2 ** before, FAULT_POLICY.maxDelaySeconds);
  return Math.round(seconds * 1000 * (1 + FAULT_POLICY.jitter * random));
};

/** An attempt that was made, as it is stored until it can be recorded. */
export type UnrecordedAttempt = NonNullable<Delivery['unrecordedAttempt']>;

/** An attempt was made and could not be recorded. The fault is its cause. */
export class AttemptUnrecorded extends Error {
  override readonly name = 'AttemptUnrecorded';
  readonly attempt: UnrecordedAttempt;

  constructor(attempt: UnrecordedAttempt, cause: unknown) {
    super('An attempt could not be recorded', { cause });
    this.attempt = attempt;
  }
}

/**
 * Returns a delivery that a fault of ours kept from being attempted or recorded, to be retried after a while. This uses
 * no attempt, and no number of faults ends the delivery. If the message is lost, a sweep finds the delivery due.
 *
 * @throws the fault of returning it, which is one write in either of two ways. The lease then expires.
 */
export const giveBack = async (claimed: ClaimedDelivery, fault: unknown, effects: DeliveryEffects): Promise<void> => {
  const { table, clock, random, send, log, metrics } = effects;
  const { deliveryId, registrationId, faultsInRow } = claimed.delivery;
  log.error('DELIVERY_HELD_UP', { count: faultsInRow + 1, ...errorFields(fault) });
  metrics('DeliveryFaults', 1);
  const delayMs = faultDelayMs(faultsInRow, random());
  const write = faultWrite(claimed, {
    dueAtMs: clock() + delayMs,
    unrecordedAttempt: fault instanceof AttemptUnrecorded ? fault.attempt : claimed.delivery.unrecordedAttempt,
  });
  const { written } = await table.write(write).catch(() => table.transact([write]));
  if (!written || delayMs > MAX_DELAY_SECONDS * 1000) return;
  await send({ deliveryId, registrationId, delayMs }).catch(() => undefined);
};

/**
 * Takes over from workers that died, before anything that may have killed them. Their deaths lengthen the lease, so
 * that the next one is not soon. The write has the same form as recording the attempt, so that no attempt is made while
 * recording fails.
 *
 * @returns false when another worker already has the lease.
 */
export const takeOver = async ({ delivery, ...claim }: ClaimedDelivery, effects: DeliveryEffects): Promise<boolean> => {
  const deaths = delivery.unrecordedClaims - 1;
  if (deaths === 0) return true;
  const leaseMs = deaths === 1 ? LEASE_SECONDS * 1000 : faultDelayMs(deaths - 2, 0);
  return (await effects.table.write(extendingWrite(claim, effects.clock() + leaseMs))).written;
};
