import { update, type WriteOperation } from '#shared/db/expressions';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { effectOf, type ReportedKind, type Severity } from './event-kinds.ts';
import { vendorKeys } from './keys.ts';
import { eventWrite, isMention, type ListedMatch, type MonitoringEvent } from './monitoring-event.ts';
import { recentEventWrite } from './recent-event.ts';
import { changedScore } from './score.ts';
import { pointWrite } from './score-point.ts';
import { type MonitoredCompany, monitoringStart } from './start-monitoring.ts';
import { firstStateWrite, nextTimeMs, type VendorState } from './vendor-state.ts';

/** A report about a vendor. */
export interface Report {
  readonly kind: ReportedKind;
  /** Where it comes from. In 7 days, only one event of the same kind, source and address counts. */
  readonly source: string;
  /** Used only for kinds that have several severities. */
  readonly severity?: Severity | undefined;
  readonly headline?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly whatChanged?: string | null | undefined;
  /** Only of a screening's findings. */
  readonly match?: ListedMatch | undefined;
  /** The check that found it, or how it was reported. */
  readonly agentName: string;
}

/** The state after an event, as far as the event changes it. */
const stateAfter = (before: VendorState, event: MonitoringEvent): VendorState => ({
  ...before,
  ...(event.effectiveDeltaHundredths !== 0 && {
    scoreHundredths: before.scoreHundredths + event.effectiveDeltaHundredths,
    previousScoreHundredths: before.scoreHundredths,
    scoreUpdatedAt: event.createdAt,
  }),
  lastEventAt: event.createdAt,
  version: event.number,
  ...(isMention(event) && { mentionCount: before.mentionCount + 1, latestMentionAt: event.createdAt }),
  updatedAt: event.createdAt,
});

const stateWrite = (before: VendorState, after: VendorState, event: MonitoringEvent): WriteOperation => {
  const { scoreHundredths, previousScoreHundredths, scoreUpdatedAt, lastEventAt, version } = after;
  const { latestMentionAt, updatedAt } = after;
  return update(vendorKeys.state(before.vendorId), {
    set: {
      scoreHundredths,
      previousScoreHundredths,
      scoreUpdatedAt,
      lastEventAt,
      version,
      latestMentionAt,
      updatedAt,
    },
    // `add`, because voiding a positive mention changes the count without changing the version.
    ...(isMention(event) && { add: { mentionCount: 1 } }),
    when: { version: { equals: before.version } },
  });
};

/**
 * Plans an event of a vendor: the event, the state after it, and their writes. They write the event, its point, the
 * state and the record that recognises repetitions. For a vendor that was never monitored, they also start its
 * monitoring. `state` refuses when the vendor has changed since its state was read, `recentEvent` when this event
 * repeats another.
 *
 * @param before undefined for a vendor that was never monitored.
 */
export const planEvent = (
  company: MonitoredCompany,
  before: VendorState | undefined,
  report: Report,
  nowMs: number,
) => {
  const start = before ? undefined : monitoringStart(company, nowMs);
  const base = before ?? (start as NonNullable<typeof start>).state;
  const atMs = nextTimeMs(base, nowMs);
  const { kind, source, headline = null, url = null, whatChanged = null, match, agentName } = report;
  const { severity, deltaHundredths } = effectOf(kind, report.severity);
  const scoreAfter = changedScore(base.scoreHundredths, deltaHundredths);
  const event = {
    eventId: newId('evt', atMs),
    vendorId: base.vendorId,
    environment: base.environment,
    kind,
    severity,
    source,
    headline,
    url,
    whatChanged,
    agentName,
    deltaHundredths,
    effectiveDeltaHundredths: scoreAfter - base.scoreHundredths,
    number: base.version + 1,
    createdAt: isoTime(atMs),
    ...(match && { match }),
  };
  const point = pointWrite({
    number: event.number,
    vendorId: event.vendorId,
    eventId: event.eventId,
    reason: 'event',
    timestamp: event.createdAt,
    scoreBefore: base.scoreHundredths,
    scoreAfter,
  });
  const state = stateAfter(base, event);
  return {
    event,
    state,
    operations: {
      ...start?.operations,
      state: before ? stateWrite(before, state, event) : firstStateWrite(state),
      event: eventWrite(event),
      point,
      recentEvent: recentEventWrite(event, nowMs),
    },
  };
};
