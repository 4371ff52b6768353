import { check, update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { vendorKeys } from './keys.ts';
import { isMention, type MonitoringEvent } from './monitoring-event.ts';
import { forgetRecentEvent } from './recent-event.ts';
import { changedScore } from './score.ts';
import { pointWrite, type ScorePoint } from './score-point.ts';
import { nextTimeMs, type VendorState } from './vendor-state.ts';

/** The point that restores the points of a voided event; undefined when none are restored. */
const restoringPoint = (event: MonitoringEvent, state: VendorState, nowMs: number): ScorePoint | undefined => {
  // The points that a positive event added are not taken back.
  const scoreAfter = changedScore(state.scoreHundredths, Math.max(0, -event.effectiveDeltaHundredths));
  if (scoreAfter === state.scoreHundredths) return undefined;
  return {
    number: state.version + 1,
    vendorId: event.vendorId,
    eventId: event.eventId,
    reason: 'voided',
    timestamp: isoTime(nextTimeMs(state, nowMs)),
    scoreBefore: state.scoreHundredths,
    scoreAfter,
  };
};

/**
 * Voids an event: plans the writes after which it counts nowhere, for the transaction of the deciding dispute. The
 * score gets back the points that the event actually deducted, capped at 100. A positive event, or one that deducted
 * nothing, restores nothing and makes no point. `event` refuses when the event is voided already, `state` when the
 * vendor has changed since its state was read.
 *
 * @returns also the restored hundredths, or null, and the number of the new point, if there is one.
 */
export const voidPlan = (
  { event, state }: { readonly event: MonitoringEvent; readonly state: VendorState },
  disputeId: string,
  nowMs: number,
) => {
  const voidedAt = isoTime(nowMs);
  const point = restoringPoint(event, state, nowMs);
  const restored = point && {
    scoreHundredths: point.scoreAfter,
    previousScoreHundredths: state.scoreHundredths,
    scoreUpdatedAt: point.timestamp,
    version: point.number,
  };
  return {
    voidedAt,
    restoredHundredths: point ? point.scoreAfter - state.scoreHundredths : null,
    pointNumber: point?.number,
    operations: {
      event: update(vendorKeys.event(event.vendorId, event.eventId), {
        set: { voidedAt, disputeId },
        remove: ['gsi1pk', 'gsi1sk'],
        when: { eventId: { equals: event.eventId }, voidedAt: 'missing' },
      }),
      state: update(vendorKeys.state(event.vendorId), {
        set: { ...restored, updatedAt: isoTime(nextTimeMs(state, nowMs)) },
        ...(isMention(event) && { add: { mentionCount: -1 } }),
        when: { version: { equals: state.version } },
      }),
      point: point && pointWrite(point),
      recentEvent: forgetRecentEvent(event, nowMs),
    },
  };
};

/** The operation that makes a transaction refuse unless the event exists and is not voided. */
export const notVoidedCheck = (vendorId: string, eventId: string): WriteOperation =>
  check(vendorKeys.event(vendorId, eventId), { eventId: 'exists', voidedAt: 'missing' });
