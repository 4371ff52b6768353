import { newerAmong, onLatest } from '#shared/db/latest';
import type { Table } from '#shared/db/operations';
import { alertIdOf } from '#shared/monitoring/alerts/alert';
import { type AlertHeads, headRecords, readHeads } from '#shared/monitoring/alerts/alert-lists';
import { alertAddition, type NewAlert } from '#shared/monitoring/alerts/alert-writes';
import { alertKeys } from '#shared/monitoring/alerts/keys';
import { kindOf, MONITORING_STARTED } from '#shared/monitoring/vendors/event-kinds';
import type { PendingFanOut } from '#shared/monitoring/vendors/fan-out-points';
import type { Watch } from '#shared/monitoring/watches/watch';
import { activeWatchCheck } from '#shared/monitoring/watches/watch-repository';
import type { Clock } from '#shared/platform/clock';
import { alertCreated, mentionDetected, scoreChanged } from './watcher-events.ts';

/** A change of a vendor's score that its watchers are notified of. */
export interface VendorChange extends PendingFanOut {
  /** The vendor's current name. */
  readonly vendorName: string;
}

/** The effects of notifying a watcher. */
export interface NotifyEffects {
  readonly table: Table;
  readonly clock: Clock;
}

/**
 * The alert of a watcher about an event. Undefined for an event that has been voided, and for the start of a history,
 * which is no news.
 */
const alertOf = ({ event, vendorName }: VendorChange, { accountId, environment }: Watch): NewAlert | undefined => {
  const { eventId, vendorId, kind, severity, whatChanged, createdAt, voidedAt } = event;
  if (kind === MONITORING_STARTED || voidedAt !== undefined) return undefined;
  const { title, finding } = kindOf(kind);
  const message = `${vendorName} ${finding}.`;
  return {
    id: alertIdOf(accountId, eventId, Date.parse(createdAt)),
    accountId,
    environment,
    vendorId,
    vendorName,
    eventId,
    severity,
    title,
    message,
    whatChanged: whatChanged ?? message,
  };
};

/** Writes the alert and its events, in one transaction. */
const makeAlert = async (
  pending: VendorChange,
  watch: Watch,
  added: NewAlert,
  { table, clock }: NotifyEffects,
): Promise<boolean> => {
  const [existing, heads] = await Promise.all([
    table.get(alertKeys.alert(added.id)),
    readHeads(table, watch, watch.vendorId),
  ]);
  if (existing) return false;
  const attempt = async (latest: AlertHeads) => {
    const nowMs = clock();
    const { alert, operations } = alertAddition(added, latest, nowMs);
    const result = await table.transact({
      watch: activeWatchCheck(watch),
      ...operations,
      alertEvent: alertCreated(pending, alert, nowMs),
      scoreEvent: scoreChanged(pending, watch, nowMs),
      mentionEvent: mentionDetected(pending, watch, nowMs),
    });
    return { result, value: undefined };
  };
  const { result } = await onLatest(heads, attempt, newerAmong<AlertHeads>(headRecords(watch, watch.vendorId)));
  if (result.written) return true;
  if (result.refusals.alert || result.refusals.watch) return false;
  throw new Error('An alert was refused, although there is none and its vendor is watched');
};

/**
 * Notifies an account of a change of the score of a vendor that it watches: writes its alert and its webhook events in
 * one transaction. For an event that has been voided, and for its voiding, it notifies only the new score. It notifies
 * once, however often it is called. An account whose watch has ended or was paused since it was read is not notified.
 *
 * @returns whether this call made an alert.
 * @throws TableContended when its lists of alerts change too often; any failure of the table. Calling it again
 * completes it.
 */
export const notifyWatcher = async (pending: VendorChange, watch: Watch, effects: NotifyEffects): Promise<boolean> => {
  const { table, clock } = effects;
  const added = pending.point.reason === 'event' ? alertOf(pending, watch) : undefined;
  if (added) return makeAlert(pending, watch, added, effects);
  const scoreEvent = scoreChanged(pending, watch, clock());
  if (scoreEvent) await table.transact({ watch: activeWatchCheck(watch), scoreEvent });
  return false;
};
