import type { WriteOperation } from '#shared/db/expressions';
import type { Table } from '#shared/db/operations';
import { type Attempt, attemptToRecord, type RecordedAttempt } from '#shared/webhooks/deliveries/records/attempt';
import type { DeliveryEndReason } from '#shared/webhooks/deliveries/records/delivery';
import {
  type ClaimedDelivery,
  endingWrite,
  parkingWrite,
  retryingWrite,
} from '#shared/webhooks/deliveries/records/delivery-writes';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { deactivationWrite } from '#shared/webhooks/registrations/registration-repository';
import { noticeWrite } from './deactivation-notice.ts';
import type { AttemptVerdict } from './retry-policy.ts';

/** An attempt that was made, when it ended, and what it means for its delivery. */
export interface JudgedAttempt {
  readonly attempt: Attempt;
  readonly endedAtMs: number;
  readonly verdict: AttemptVerdict;
}

/** The resulting state of the delivery in the table. */
export interface AttemptRecord {
  /** False when the lease ran out and another worker took over. Nothing is recorded then. */
  readonly recorded: boolean;
  readonly deactivated: boolean;
}

const END_REASONS = {
  delivered: 'delivered',
  failed: 'attempts_exhausted',
  gone: 'gone',
} as const satisfies Partial<Record<AttemptVerdict['kind'], DeliveryEndReason>>;

/** Why a delivery ended, for a verdict that ends it. */
export const endReasonOf = ({ kind }: Exclude<AttemptVerdict, { kind: 'retry' }>): DeliveryEndReason =>
  END_REASONS[kind];

/**
 * The write of a delivery's state after an attempt. A retried delivery is parked in a place, or waits until it is due.
 */
const deliveryWrite = (
  claimed: ClaimedDelivery,
  { attempt, endedAtMs, verdict }: JudgedAttempt,
  recorded: RecordedAttempt,
  placeMs: number | undefined,
): WriteOperation => {
  const attemptCount = attempt.number;
  if (verdict.kind !== 'retry') {
    const change = verdict.kind === 'delivered' ? 'succeed' : 'fail';
    return endingWrite(claimed, change, { attemptCount, reason: endReasonOf(verdict), nowMs: endedAtMs }, recorded);
  }
  const { dueAtMs, goneAttempts } = verdict;
  return placeMs === undefined
    ? retryingWrite(claimed, { attemptCount, dueAtMs, goneAttempts }, recorded)
    : parkingWrite(claimed, 'retry', { attemptCount, goneAttempts, dueAtMs, placeMs }, recorded);
};

/**
 * Records an attempt with the delivery's new state, in one write of the delivery. When the receiver is gone, the
 * deactivation of its registration with a notice for its owner is in one transaction with it. A registration that has
 * since been deleted or changed is left alone, and the rest is recorded.
 *
 * @param placeMs the place of the next attempt, if it is to be parked.
 */
export const recordAttempt = async (
  table: Table,
  claimed: ClaimedDelivery,
  registration: Registration | undefined,
  judged: JudgedAttempt,
  placeMs: number | undefined,
): Promise<AttemptRecord> => {
  const { recorded, response } = attemptToRecord(claimed.delivery, judged.attempt);
  if (response) await table.write(response);
  const delivery = deliveryWrite(claimed, judged, recorded, placeMs);
  if (judged.verdict.kind !== 'gone' || !registration) {
    return { recorded: (await table.write(delivery)).written, deactivated: false };
  }
  const { endedAtMs } = judged;
  const result = await table.transact({
    registration: deactivationWrite(registration, 'gone', endedAtMs),
    notice: noticeWrite(registration, { reason: 'gone', sinceMs: endedAtMs }, endedAtMs),
    delivery,
  });
  if (result.written) return { recorded: true, deactivated: true };
  if (result.refusals.delivery) return { recorded: false, deactivated: false };
  return { recorded: (await table.write(delivery)).written, deactivated: false };
};
