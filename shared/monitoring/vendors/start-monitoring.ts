import type { Company } from '#shared/companies/company';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { MONITORING_STARTED } from './event-kinds.ts';
import { eventWrite, type MonitoringEvent } from './monitoring-event.ts';
import { STARTING_SCORE_HUNDREDTHS } from './score.ts';
import { pointWrite, type ScorePoint } from './score-point.ts';
import { firstStateWrite, type VendorState } from './vendor-state.ts';

/** What of a company its monitoring is about. */
export type MonitoredCompany = Pick<Company, 'id' | 'environment' | 'space'>;

/** How the monitoring of a vendor starts: its state, the first point of its history, and the event that it names. */
export const monitoringStart = (company: MonitoredCompany, nowMs: number) => {
  const startedAt = isoTime(nowMs);
  const { id: vendorId, environment, space } = company;
  const eventId = newId('evt', nowMs);
  const event: MonitoringEvent = {
    eventId,
    vendorId,
    environment,
    kind: MONITORING_STARTED,
    severity: 'LOW',
    source: null,
    headline: null,
    url: null,
    whatChanged: null,
    agentName: 'monitoring',
    deltaHundredths: 0,
    effectiveDeltaHundredths: 0,
    number: 1,
    createdAt: startedAt,
  };
  const point: ScorePoint = {
    number: 1,
    vendorId,
    eventId,
    reason: 'started',
    timestamp: startedAt,
    scoreAfter: STARTING_SCORE_HUNDREDTHS,
  };
  const state: VendorState = {
    vendorId,
    environment,
    space,
    scoreHundredths: STARTING_SCORE_HUNDREDTHS,
    scoreUpdatedAt: startedAt,
    version: 1,
    mentionCount: 0,
    activeWatches: 0,
    createdAt: startedAt,
    updatedAt: startedAt,
  };
  return { state, operations: { startedEvent: eventWrite(event), firstPoint: pointWrite(point) } };
};

/**
 * The writes that start the monitoring of a vendor, for the transaction of its first watch. `state` is refused
 * when it was started before.
 *
 * @param attributes what its state has from the start beside the score, such as `activeWatches` and a place in a schedule.
 */
export const startWrites = (
  company: MonitoredCompany,
  nowMs: number,
  attributes: Readonly<Record<string, string | number>> = {},
) => {
  const { state, operations } = monitoringStart(company, nowMs);
  return { ...operations, state: firstStateWrite(state, attributes) };
};
