import { type Changes, type Condition, update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { deliveryKeys, deliveryLists } from '#shared/webhooks/deliveries/keys';
import { KEPT_FOR_MORE, keptOutcome, MAX_KEPT_ATTEMPTS, type RecordedAttempt } from './attempt.ts';
import {
  claimableFrom,
  type Delivery,
  type DeliveryEndReason,
  OF_PARKING,
  OPEN_ATTRIBUTES,
  type Parking,
  parkedFrom,
} from './delivery.ts';
import {
  DELIVERY_TRANSITIONS,
  type DeliveryTransition,
  ENDED_DELIVERY_STATUSES,
  OPEN_DELIVERY_STATUSES,
} from './delivery-states.ts';

/**
 * How long a claim lasts: longer than the delivering function may run, so that the worker of an expired claim is
 * certainly dead; and shorter than the queue hides a message, so that its retry finds the claim expired.
 */
export const LEASE_SECONDS = 35;

/**
 * How early a delivery may be claimed. Its worker then waits. The margin covers the queue's delays of whole seconds,
 * timers that fire a moment early, and differences between the clocks of two workers.
 */
export const EARLY_MS = 1_000;

/** A worker's hold on a delivery. */
export interface Claim {
  readonly deliveryId: string;
  /** Unique to the claim. */
  readonly claimToken: string;
}

/** A delivery under a worker's lease. */
export interface ClaimedDelivery extends Claim {
  readonly delivery: Delivery;
}

/**
 * A change of a delivery's item, which is counted in the item because the records of the table's stream may come again.
 */
const changed = (deliveryId: string, { add, ...changes }: Changes): WriteOperation =>
  update(deliveryKeys.delivery(deliveryId), { ...changes, add: { version: 1, ...add } });

/** The index attributes of a parked or abandoned delivery. */
const LISTED = ['gsi2pk', 'gsi2sk'] as const;

/** Those by which the sweep finds a delivery. */
const SWEPT = ['gsi4pk', 'gsi4sk'] as const;

const claiming = (
  { deliveryId, claimToken }: Claim,
  nowMs: number,
  lease: { readonly claimableAtMs: number },
  placeMs: Condition[string],
  remove: readonly string[] = [],
): WriteOperation =>
  changed(deliveryId, {
    set: { status: DELIVERY_TRANSITIONS.claim.to, claimToken, ...lease },
    add: { unrecordedClaims: 1 },
    remove,
    when: { status: { oneOf: OPEN_DELIVERY_STATUSES }, claimableAtMs: { atMost: nowMs + EARLY_MS }, placeMs },
  });

/**
 * The write that leases a delivery to a worker, from any open status. It refuses while another worker's lease is valid,
 * before the delivery is due, once it has ended, and when it is or was parked. Its place among what the sweep looks
 * after stays, because moving it costs two index entries; the sweep passes over a delivery that is under a lease.
 */
export const claimWrite = (claim: Claim, nowMs: number): WriteOperation =>
  claiming(claim, nowMs, { claimableAtMs: nowMs + LEASE_SECONDS * 1000 }, 'missing');

/** The same for a delivery that is or was parked, which takes it out of the parked ones. */
export const parkedClaimWrite = (claim: Claim, nowMs: number): WriteOperation =>
  claiming(claim, nowMs, claimableFrom(claim.deliveryId, nowMs + LEASE_SECONDS * 1000), 'exists', LISTED);

const heldBy = ({ claimToken }: Claim, change: DeliveryTransition): Condition => ({
  claimToken: { equals: claimToken },
  status: { oneOf: DELIVERY_TRANSITIONS[change].from },
});

/** The write that extends a lease to a time. */
export const extendingWrite = (claim: Claim, untilMs: number): WriteOperation =>
  changed(claim.deliveryId, {
    set: claimableFrom(claim.deliveryId, untilMs),
    when: heldBy(claim, 'reclaim'),
  });

/** Whether no attempt was made since the delivery was last sent. */
const isUnattempted = ({ attemptCount, attemptsBefore }: Pick<Delivery, 'attemptCount' | 'attemptsBefore'>): boolean =>
  attemptCount === attemptsBefore;

/** The change that returns a claimed delivery without an attempt. */
export const postponingChange = (
  delivery: Pick<Delivery, 'attemptCount' | 'attemptsBefore'>,
): 'postpone' | 'postpone_retry' => (isUnattempted(delivery) ? 'postpone' : 'postpone_retry');

/** Attributes that are removed when a claim is concluded. */
const OF_CLAIM = ['claimToken', 'faultsInRow', 'unrecordedAttempt'] as const;

/** The change that adds an attempt to those of its delivery. */
const withAttempt = (recorded: RecordedAttempt | undefined): Pick<Changes, 'append'> =>
  recorded ? { append: { attempts: { entry: recorded, maxLength: MAX_KEPT_ATTEMPTS } } } : {};

/** The write that records an attempt of a claimed delivery, and returns it until the next one is due. */
export const retryingWrite = (
  claim: Claim,
  {
    attemptCount,
    dueAtMs,
    goneAttempts,
  }: Pick<Delivery, 'attemptCount' | 'goneAttempts'> & { readonly dueAtMs: number },
  recorded: RecordedAttempt,
): WriteOperation =>
  changed(claim.deliveryId, {
    ...withAttempt(recorded),
    set: {
      status: DELIVERY_TRANSITIONS.retry.to,
      attemptCount,
      goneAttempts,
      unrecordedClaims: 0,
      dueAtMs,
      ...claimableFrom(claim.deliveryId, dueAtMs),
    },
    remove: [...OF_CLAIM, ...OF_PARKING],
    when: heldBy(claim, 'retry'),
  });

/**
 * The write that returns a claimed delivery until it is released, and records an attempt if one was made.
 */
export const parkingWrite = (
  { delivery, ...claim }: ClaimedDelivery,
  change: 'retry' | 'postpone' | 'postpone_retry',
  { attemptCount, goneAttempts, ...parking }: Pick<Delivery, 'attemptCount' | 'goneAttempts'> & Parking,
  recorded?: RecordedAttempt,
): WriteOperation =>
  changed(claim.deliveryId, {
    ...withAttempt(recorded),
    set: {
      status: DELIVERY_TRANSITIONS[change].to,
      attemptCount,
      goneAttempts,
      unrecordedClaims: 0,
      ...parkedFrom(delivery, parking),
    },
    // A delivery that was released without effect waits again.
    remove: [...OF_CLAIM, 'wakeAtMs', 'releases', ...SWEPT],
    when: heldBy(claim, change),
  });

/**
 * The write that returns a claimed delivery because of a fault of ours. Only the fault is counted, and an attempt that
 * could not be recorded is kept.
 */
export const faultWrite = (
  { delivery, ...claim }: ClaimedDelivery,
  {
    dueAtMs,
    unrecordedAttempt,
  }: { readonly dueAtMs: number; readonly unrecordedAttempt: Delivery['unrecordedAttempt'] },
): WriteOperation => {
  const change = postponingChange(delivery);
  return changed(claim.deliveryId, {
    set: {
      status: DELIVERY_TRANSITIONS[change].to,
      // This claim was concluded. The workers that died before it still count.
      unrecordedClaims: delivery.unrecordedClaims - 1,
      faultsInRow: delivery.faultsInRow + 1,
      unrecordedAttempt: unrecordedAttempt && {
        ...unrecordedAttempt,
        outcome: keptOutcome(delivery, unrecordedAttempt.outcome),
      },
      dueAtMs,
      ...claimableFrom(claim.deliveryId, dueAtMs),
    },
    remove: ['claimToken', ...OF_PARKING],
    when: heldBy(claim, change),
  });
};

/**
 * The write that erases what a delivery holds of an applicant, whoever has claimed it. It refuses when the delivery has
 * changed since it was read.
 */
export const erasingWrite = (
  { deliveryId, version }: Delivery,
  set: Pick<Delivery, 'attempts' | 'body' | 'unrecordedAttempt'> & Required<Pick<Delivery, 'erasedAt'>>,
): WriteOperation => changed(deliveryId, { set, when: { version: { equals: version } } });

/**
 * The write that gives a delivery the time that its list shows. It refuses when it has another time already. It is not
 * counted as a change: the list shows nothing new of it.
 */
export const listedTimeWrite = (
  { deliveryId, createdAt }: Pick<Delivery, 'deliveryId' | 'createdAt'>,
  listedAt: string,
): WriteOperation =>
  update(deliveryKeys.delivery(deliveryId), {
    set: { createdAt: listedAt },
    when: { createdAt: { equals: createdAt } },
  });

/** How a delivery ends. */
export interface Ending {
  readonly reason: DeliveryEndReason;
  readonly nowMs: number;
}

const ended = (change: 'succeed' | 'fail' | 'skip', { reason, nowMs }: Ending) => ({
  status: DELIVERY_TRANSITIONS[change].to,
  unrecordedClaims: 0,
  endedAt: isoTime(nowMs),
  endReason: reason,
});

/** The write that ends a claimed delivery, and records the attempt that ended it if one did. */
export const endingWrite = (
  claim: Claim,
  change: 'succeed' | 'fail' | 'skip',
  { attemptCount, ...ending }: Pick<Delivery, 'attemptCount'> & Ending,
  recorded?: RecordedAttempt,
): WriteOperation =>
  changed(claim.deliveryId, {
    ...withAttempt(recorded),
    set: { attemptCount, ...ended(change, ending) },
    remove: OPEN_ATTRIBUTES,
    when: heldBy(claim, change),
  });

/** The write that ends an unclaimed delivery whose registration is deleted or inactive. */
export const skippingWrite = (deliveryId: string, ending: Ending): WriteOperation =>
  changed(deliveryId, {
    set: ended('skip', ending),
    remove: OPEN_ATTRIBUTES,
    when: { status: { oneOf: DELIVERY_TRANSITIONS.claim.from } },
  });

/** What an abandoned delivery keeps: an unrecorded attempt, and the index attributes, which change. */
const KEPT_WHEN_ABANDONED: readonly string[] = [...LISTED, 'unrecordedAttempt'];

/** The write that gives up a delivery that kills its workers: it has failed, and is listed for recovery. */
export const abandoningWrite = (claim: Claim, nowMs: number): WriteOperation =>
  changed(claim.deliveryId, {
    set: {
      ...ended('fail', { reason: 'abandoned', nowMs }),
      gsi2pk: deliveryLists.abandonedDeliveries,
      gsi2sk: isoTime(nowMs),
    },
    remove: OPEN_ATTRIBUTES.filter((attribute) => !KEPT_WHEN_ABANDONED.includes(attribute)),
    when: heldBy(claim, 'fail'),
  });

/** The write that gives an abandoned delivery its remaining attempts. */
export const recoveringWrite = (delivery: Delivery, nowMs: number): WriteOperation => {
  const { deliveryId } = delivery;
  const change = isUnattempted(delivery) ? 'recover' : 'recover_retry';
  return changed(deliveryId, {
    set: { status: DELIVERY_TRANSITIONS[change].to, ...claimableFrom(deliveryId, nowMs) },
    remove: ['endedAt', 'endReason', ...LISTED],
    when: { status: { oneOf: DELIVERY_TRANSITIONS[change].from }, endReason: { equals: 'abandoned' } },
  });
};

/** What an ended delivery stored for its earlier attempts. */
const OF_EARLIER_ATTEMPTS = [
  'endedAt',
  'endReason',
  'goneAttempts',
  'dueAtMs',
  'claimToken',
  ...OF_PARKING,
  'faultsInRow',
  'unrecordedAttempt',
] as const;

/**
 * The write that gives an ended delivery five new attempts, with continuing numbers. It refuses once the delivery was
 * sent again.
 */
export const resendingWrite = (
  { deliveryId, attemptCount, attempts }: Delivery,
  { trigger, dueAtMs }: { readonly trigger: 'resend' | 'recovery'; readonly dueAtMs: number },
): WriteOperation =>
  changed(deliveryId, {
    set: {
      status: DELIVERY_TRANSITIONS.resend.to,
      trigger,
      attemptsBefore: attemptCount,
      attempts: attempts.slice(-KEPT_FOR_MORE),
      unrecordedClaims: 0,
      ...claimableFrom(deliveryId, dueAtMs),
    },
    remove: OF_EARLIER_ATTEMPTS,
    when: { status: { oneOf: ENDED_DELIVERY_STATUSES }, attemptCount: { equals: attemptCount } },
  });
