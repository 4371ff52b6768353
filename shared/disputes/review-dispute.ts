import { remove, update, type WriteOperation } from '#shared/db/expressions';
import { jointMoveWrites } from '#shared/db/lists/joint-counts';
import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { findEvent, monitoringEventRecord } from '#shared/monitoring/vendors/event-repository';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import { readVendorState, type VendorState, vendorStateRecord } from '#shared/monitoring/vendors/vendor-state';
import { voidPlan } from '#shared/monitoring/vendors/void-event';
import { isoTime } from '#shared/platform/clock';
import { idOfSameTime } from '#shared/platform/ids';
import { type Dispute, disputeRecord, listedByStatus } from './dispute.ts';
import type { RequestedReview } from './dispute-bodies.ts';
import { disputeEvent } from './dispute-events.ts';
import { caseList, disputesOf, disputesOfVendor } from './dispute-lists.ts';
import { DISPUTE_TRANSITIONS, isFinal } from './dispute-states.ts';
import { disputeKeys } from './keys.ts';

/** The state that a review starts from. */
export interface ReviewState {
  readonly dispute: Dispute;
  /** The event and the state of its vendor, which only upholding needs. */
  readonly event: MonitoringEvent | undefined;
  readonly vendor: VendorState | undefined;
}

/** Reads the state that the review of a dispute starts from. */
export const readReview = async (
  table: ItemReader,
  dispute: Dispute,
  { status }: RequestedReview,
): Promise<ReviewState> => {
  if (status !== 'upheld') return { dispute, event: undefined, vendor: undefined };
  const { vendorId, eventId } = dispute;
  const [event, vendor] = await Promise.all([findEvent(table, vendorId, eventId), readVendorState(table, vendorId)]);
  return { dispute, event, vendor };
};

/** The records of a review's state. */
export const reviewRecords = ({
  disputeId,
  vendorId,
  eventId,
}: Pick<Dispute, 'disputeId' | 'vendorId' | 'eventId'>) => ({
  dispute: disputeRecord(disputeId),
  event: monitoringEventRecord(vendorId, eventId),
  vendor: vendorStateRecord(vendorId),
});

/** A reviewer and their step. */
export interface Review extends RequestedReview {
  /** The account of the reviewer. */
  readonly reviewerId: string;
}

/** A dispute after a review, and the writes that make it. */
export interface ReviewedDispute {
  readonly dispute: Dispute;
  /** Undefined when the dispute has the status already, so that there is nothing to write. */
  readonly operations?: Readonly<Record<string, WriteOperation | undefined>>;
  /** The point of the vendor's history that restored points: its watchers are to be notified. */
  readonly point?: { readonly vendorId: string; readonly number: number };
}

/** What upholding a dispute does to its event; without operations if another dispute had voided it. */
type Voiding = Pick<ReturnType<typeof voidPlan>, 'voidedAt' | 'restoredHundredths'> &
  Partial<Pick<ReturnType<typeof voidPlan>, 'pointNumber' | 'operations'>>;

/** Voids the event of an upheld dispute, unless another dispute has done so. */
const voiding = ({ dispute, event, vendor }: ReviewState, nowMs: number): Voiding => {
  if (!event || !vendor) throw new Error('A disputed event or its vendor has no record');
  if (event.voidedAt !== undefined) return { voidedAt: event.voidedAt, restoredHundredths: null };
  return voidPlan({ event, state: vendor }, dispute.disputeId, nowMs);
};

/** The writes that count a dispute under its new status in each of its lists. */
const listWrites = (before: Dispute, after: Dispute) => {
  const [list] = jointMoveWrites(disputesOf(before), before.status, after.status, before.number);
  const ofVendor = disputesOfVendor(before, before.vendorId);
  const [vendorList] = jointMoveWrites(ofVendor, before.status, after.status, before.number);
  const ofAccount = { list, vendorList };
  const { caseNumber } = before;
  if (caseNumber === null) return ofAccount;
  const [cases] = jointMoveWrites(caseList, before.status, after.status, caseNumber);
  return { ...ofAccount, cases };
};

/**
 * Sets the status of a dispute. Upholding it voids its event, with everything that this changes, in the same
 * transaction. If another dispute has voided the event before, this one is upheld as well and restores nothing.
 * `dispute` refuses when the dispute has changed since it was read: the review must be rebuilt from the items that
 * refused it ({@link reviewRecords}).
 *
 * @throws ApiError ILLEGAL_STATE when the dispute's status does not allow the new one.
 */
export const reviewDispute = (
  state: ReviewState,
  { status, reviewNote, reviewerId }: Review,
  nowMs: number,
): ReviewedDispute => {
  const { dispute: before } = state;
  if (before.status === status) return { dispute: before };
  if (!DISPUTE_TRANSITIONS[status].includes(before.status)) {
    throw new ApiError('ILLEGAL_STATE', { details: [{ path: 'status', message: `The dispute is ${before.status}` }] });
  }
  // A change is never earlier than the one before it, although clocks differ between machines.
  const atMs = Math.max(nowMs, Date.parse(before.updatedAt));
  const voided = status === 'upheld' ? voiding(state, atMs) : undefined;
  const decided = isFinal(status) && {
    reviewNote: reviewNote ?? null,
    reviewedBy: idOfSameTime('adm', reviewerId),
    reviewedAt: isoTime(atMs),
  };
  const changed = {
    status,
    updatedAt: isoTime(atMs),
    ...decided,
    ...(voided && { eventVoidedAt: voided.voidedAt, restoredHundredths: voided.restoredHundredths }),
  };
  const dispute = { ...before, ...changed };
  const { accountId, environment, disputeId, vendorId, eventId } = before;
  const voids = voided?.operations;
  return {
    dispute,
    operations: {
      dispute: update(disputeRecord(disputeId).key, {
        set: { ...changed, ...listedByStatus(dispute) },
        when: { status: { equals: before.status } },
      }),
      ...listWrites(before, dispute),
      open: isFinal(status)
        ? remove(disputeKeys.openDispute(accountId, environment, eventId), { disputeId: { equals: disputeId } })
        : undefined,
      ...(voids && { event: voids.event, vendor: voids.state, point: voids.point, recentEvent: voids.recentEvent }),
      notice: disputeEvent(dispute, atMs),
    },
    ...(voided?.pointNumber !== undefined && { point: { vendorId, number: voided.pointNumber } }),
  };
};
