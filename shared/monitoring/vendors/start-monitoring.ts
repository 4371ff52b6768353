import type { Company } from '#shared/companies/company';
import { isoTime } from '#shared/platform/clock';
import { newId } from '#shared/platform/ids';
import { MONITORING_STARTED } from './event-kinds.ts';
import { eventWrite, type MonitoringEvent } from './monitoring-event.ts';
import { STARTING_SCORE_HUNDREDTHS } from './score.ts';
import { pointWrite, type ScorePoint } from './score-point.ts';
import { firstStateWrite, type VendorState } from './vendor-state.ts';

/** The fields of a company that its monitoring uses. */
export type MonitoredCompany = Pick<Company, 'id' | 'environment' | 'space'>;

/** The start of a vendor's monitoring: its state, and the first point of its history with its event. */
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
 * The writes that start the monitoring of a vendor, for the transaction of its first watch. `state` refuses when
 * monitoring has started before.
 *
 * @param attributes further attributes of its state, such as `activeWatches` and its place in a schedule.
 */
export const startWrites = (
  company: MonitoredCompany,
  nowMs: number,
  attributes: Readonly<Record<string, string | number>> = {},
) => {
  const { state, operations } = monitoringStart(company, nowMs);
  return { ...operations, state: firstStateWrite(state, attributes) };
};
