import type { WriteOperation } from '#shared/db/expressions';
import type { EventData, EventType } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import type { Dispute } from './dispute.ts';
import { pointsText } from './dispute-view.ts';

const requireTime = (time: string | null): string => {
  if (time === null) throw new Error('A decided dispute has no time of its decision');
  return time;
};

/**
 * The write that emits the new status of a dispute to the account that filed it: only ids and verdicts, no free text.
 */
export const disputeEvent = (dispute: Dispute, atMs: number): WriteOperation => {
  const { disputeId, vendorId, eventId, environment, accountId, status } = dispute;
  const ids = { disputeId, vendorId, eventId, environment };
  const write = <T extends EventType>(type: T, data: EventData<T>): WriteOperation =>
    emit({ type, accountId, environment, widgetId: null, data }, atMs);
  switch (status) {
    case 'pending':
      return write('dispute.created', { ...ids, createdAt: dispute.createdAt });
    case 'under_review':
      return write('dispute.under_review', { ...ids, underReviewSince: dispute.updatedAt });
    case 'upheld':
      return write('dispute.upheld', {
        ...ids,
        reviewedAt: requireTime(dispute.reviewedAt),
        eventVoidedAt: requireTime(dispute.eventVoidedAt),
        scoreDeltaRestored: pointsText(dispute.restoredHundredths),
      });
    case 'rejected':
      return write('dispute.rejected', { ...ids, reviewedAt: requireTime(dispute.reviewedAt) });
  }
};
