import { type Condition, update, type WriteOperation } from '#shared/db/expressions';
import { keys } from '#shared/db/keys';
import { isoTime } from '#shared/platform/clock';
import { claimableFrom, type Delivery, type DeliveryEndReason, OPEN_ATTRIBUTES } from './delivery.ts';
import { DELIVERY_TRANSITIONS, type DeliveryTransition, OPEN_DELIVERY_STATUSES } from './states.ts';

/**
 * How long a claim holds: longer than the function that delivers may run, so that whoever finds it expired knows its
 * worker dead.
 */
export const LEASE_SECONDS = 45;

/** A worker's hold on a delivery. */
export interface Claim {
  readonly deliveryId: string;
  /** Unique to the claim. */
  readonly claimToken: string;
}

/**
 * The write that takes a delivery under a lease, from whatever open status: refused while another worker's lease holds
 * it, before it is due, and once it has ended.
 */
export const claimWrite = ({ deliveryId, claimToken }: Claim, nowMs: number): WriteOperation =>
  update(keys.delivery(deliveryId), {
    set: {
      status: DELIVERY_TRANSITIONS.claim.to,
      claimToken,
      ...claimableFrom(deliveryId, nowMs + LEASE_SECONDS * 1000),
    },
    add: { unrecordedClaims: 1 },
    when: { status: { oneOf: OPEN_DELIVERY_STATUSES }, claimableAtMs: { atMost: nowMs } },
  });

const heldBy = ({ claimToken }: Claim, change: DeliveryTransition): Condition => ({
  claimToken: { equals: claimToken },
  status: { oneOf: DELIVERY_TRANSITIONS[change].from },
});

/** The write that gives a claimed delivery back until it is due again. */
export const reschedulingWrite = (
  claim: Claim,
  change: 'retry' | 'postpone' | 'postpone_retry',
  { attemptCount, dueAtMs }: Pick<Delivery, 'attemptCount'> & { readonly dueAtMs: number },
): WriteOperation =>
  update(keys.delivery(claim.deliveryId), {
    set: {
      status: DELIVERY_TRANSITIONS[change].to,
      attemptCount,
      unrecordedClaims: 0,
      ...claimableFrom(claim.deliveryId, dueAtMs),
    },
    remove: ['claimToken'],
    when: heldBy(claim, change),
  });

/** The write that ends a claimed delivery. */
export const endingWrite = (
  claim: Claim,
  change: 'succeed' | 'fail' | 'skip',
  {
    attemptCount,
    reason,
    nowMs,
  }: Pick<Delivery, 'attemptCount'> & { readonly reason: DeliveryEndReason; readonly nowMs: number },
): WriteOperation =>
  update(keys.delivery(claim.deliveryId), {
    set: {
      status: DELIVERY_TRANSITIONS[change].to,
      attemptCount,
      unrecordedClaims: 0,
      endedAt: isoTime(nowMs),
      endReason: reason,
    },
    remove: OPEN_ATTRIBUTES,
    when: heldBy(claim, change),
  });
