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

/** What is reported of a vendor. */
export interface Report {
  readonly kind: ReportedKind;
  /** Where it is known from; one event of a kind, source and address counts in 7 days. */
  readonly source: string;
  /** Counts for kinds that have several. */
  readonly severity?: Severity | undefined;
  readonly headline?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly whatChanged?: string | null | undefined;
  /** For what a screening found. */
  readonly match?: ListedMatch | undefined;
  /** The check that found it, or where it was reported. */
  readonly agentName: string;
}

/** The state that an event leaves; the rest of the stored state is not changed by it. */
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
    // Added, as voiding a positive mention changes the number without changing the version.
    ...(isMention(event) && { add: { mentionCount: 1 } }),
    when: { version: { equals: before.version } },
  });
};

/**
 * An event of a vendor, the state after it, and their writes: event, point, state and what recognises a repetition; for
 * a vendor that was never monitored the start of that as well. `state` is refused when the vendor has changed
 * since its state was read, `recentEvent` by the event that this one repeats.
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
