import { createHash } from 'node:crypto';
import type { WriteOperation } from '#shared/db/expressions';
import type { EventType } from '#shared/events/catalogue';
import { emit } from '#shared/events/outbox';
import type { Alert } from '#shared/monitoring/alerts/alert';
import { sentimentOf } from '#shared/monitoring/vendors/event-kinds';
import type { PendingFanOut } from '#shared/monitoring/vendors/fan-out-points';
import { scoreNumber, tierOf } from '#shared/monitoring/vendors/score';
import { derivedId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';

/** The id of a watcher's event about a change: always the same, so that a repetition emits no second event. */
const eventIdOf = (type: EventType, { point }: PendingFanOut, { accountId, environment }: AccountEnvironment): string =>
  derivedId(
    'sev',
    Date.parse(point.timestamp),
    createHash('sha256').update(`${type}#${point.vendorId}#${point.number}#${accountId}#${environment}`).digest(),
  );

/** The write of `monitoring.score.changed` for a watcher; undefined when the score did not change. */
export const scoreChanged = (
  pending: PendingFanOut,
  { accountId, environment }: AccountEnvironment,
  nowMs: number,
): WriteOperation | undefined => {
  const { vendorId, eventId, reason, number, scoreBefore, scoreAfter, timestamp } = pending.point;
  if (reason === 'started' || scoreBefore === undefined || scoreBefore === scoreAfter) return undefined;
  const type = 'monitoring.score.changed';
  const data = {
    vendorId,
    eventId,
    environment,
    reason,
    number,
    scoreBefore: scoreNumber(scoreBefore),
    scoreAfter: scoreNumber(scoreAfter),
    riskTier: tierOf(scoreAfter),
    changedAt: timestamp,
  };
  const place = { accountId, environment };
  return emit({ type, ...place, widgetId: null, data }, nowMs, eventIdOf(type, pending, place));
};

/** The write of `monitoring.alert.created`. */
export const alertCreated = (
  pending: PendingFanOut,
  { id, accountId, environment, vendorId, eventId, severity, createdAt }: Alert,
  nowMs: number,
): WriteOperation => {
  const type = 'monitoring.alert.created';
  const place = { accountId, environment };
  const data = { alertId: id, vendorId, eventId, environment, kind: pending.event.kind, severity, createdAt };
  return emit({ type, ...place, widgetId: null, data }, nowMs, eventIdOf(type, pending, place));
};

/** The write of `monitoring.media_mention.detected`; undefined for an event that is no media mention. */
export const mentionDetected = (
  pending: PendingFanOut,
  { accountId, environment }: AccountEnvironment,
  nowMs: number,
): WriteOperation | undefined => {
  const { kind, vendorId, eventId, severity, createdAt } = pending.event;
  const sentiment = sentimentOf(kind);
  if (sentiment === undefined) return undefined;
  const type = 'monitoring.media_mention.detected';
  const place = { accountId, environment };
  const data = { vendorId, eventId, environment, sentiment, severity, detectedAt: createdAt };
  return emit({ type, ...place, widgetId: null, data }, nowMs, eventIdOf(type, pending, place));
};
