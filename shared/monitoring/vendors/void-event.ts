import { check, update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { vendorKeys } from './keys.ts';
import { isMention, type MonitoringEvent } from './monitoring-event.ts';
import { forgetRecentEvent } from './recent-event.ts';
import { changedScore } from './score.ts';
import { pointWrite, type ScorePoint } from './score-point.ts';
import { nextTimeMs, type VendorState } from './vendor-state.ts';

/** The point at which a voided event's points come back; undefined where none do. */
const restoringPoint = (event: MonitoringEvent, state: VendorState, nowMs: number): ScorePoint | undefined => {
  // What a positive event gave is not taken back.
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
 * Voids an event: the writes by which it no longer counts anywhere, for the transaction of the dispute that decides so.
 * The score gets back what the event took in fact, capped at 100; a positive event, and one that took nothing, restore
 * nothing and make no point. `event` is refused when the event is voided already, `state` when the vendor
 * has changed since its state was read.
 *
 * @returns also the hundredths that come back, null where none do, and the number of the point, where one is made.
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

/** The part of a transaction that refuses unless there is such an event, and it is not voided. */
export const notVoidedCheck = (vendorId: string, eventId: string): WriteOperation =>
  check(vendorKeys.event(vendorId, eventId), { eventId: 'exists', voidedAt: 'missing' });
