import { newerAmong, onLatest } from '#shared/db/latest';
import type { ItemReader, Table } from '#shared/db/operations';
import { alertIdOf } from '#shared/monitoring/alerts/alert';
import { type AlertHeads, headRecords, readHeads } from '#shared/monitoring/alerts/alert-lists';
import { alertAddition, type NewAlert } from '#shared/monitoring/alerts/alert-writes';
import { alertKeys } from '#shared/monitoring/alerts/keys';
import { kindOf, MONITORING_STARTED } from '#shared/monitoring/vendors/event-kinds';
import type { PendingFanOut } from '#shared/monitoring/vendors/fan-out-points';
import type { ScorePoint } from '#shared/monitoring/vendors/score-point';
import type { Watch } from '#shared/monitoring/watches/watch';
import { findWatch, isStillActive } from '#shared/monitoring/watches/watch-repository';
import { allEnded } from '#shared/platform/all-ended';
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

/** What notifying a watcher starts from. */
export interface Watcher {
  /** Its watch of the vendor, as the index showed it. */
  readonly watch: Watch;
  /** Whether the watch is active, and was not begun anew since the index showed it. */
  readonly isActive: boolean;
  /** Whether it has the alert already. */
  readonly isAlerted: boolean;
  readonly heads: AlertHeads;
}

/** Reads what notifying a watcher starts from, strongly consistent. Reads of many watchers at once share their calls. */
export const readWatcher = async (
  table: Pick<ItemReader, 'get'>,
  { vendorId, eventId, timestamp }: ScorePoint,
  watch: Watch,
): Promise<Watcher> => {
  const [current, alert, heads] = await Promise.all([
    findWatch(table, watch, vendorId),
    table.get(alertKeys.alert(alertIdOf(watch.accountId, eventId, Date.parse(timestamp)))),
    readHeads(table, watch, vendorId),
  ]);
  return { watch, isActive: isStillActive(watch, current), isAlerted: alert !== undefined, heads };
};

/** Writes the alert and its event in one transaction. @returns whether there was no alert before. */
const makeAlert = async (
  pending: VendorChange,
  { watch, heads }: Watcher,
  added: NewAlert,
  { table, clock }: NotifyEffects,
): Promise<boolean> => {
  const attempt = async (latest: AlertHeads) => {
    const nowMs = clock();
    const { alert, operations } = alertAddition(added, latest, nowMs);
    const event = alertCreated(pending, alert, nowMs);
    return { result: await table.transact({ ...operations, event }), value: undefined };
  };
  const { result } = await onLatest(heads, attempt, newerAmong<AlertHeads>(headRecords(watch, watch.vendorId)));
  if (result.written) return true;
  if (result.refusals.alert) return false;
  throw new Error('An alert was refused, although there is none');
};

/**
 * Notifies an account of a change of the score of a vendor that it watches: writes its alert with the event of that in
 * one transaction, and then its other webhook events. For an event that has been voided, and for its voiding, it
 * notifies only the new score. It notifies once, however often it is called, and completes what an earlier call has
 * begun. An account whose watch had ended or was paused when it was read is not notified.
 *
 * @returns whether this call made an alert.
 * @throws TableContended when its lists of alerts change too often; any failure of the table. Calling it again
 * completes it.
 */
export const notifyWatcher = async (
  pending: VendorChange,
  watcher: Watcher,
  effects: NotifyEffects,
): Promise<boolean> => {
  const { table, clock } = effects;
  const { watch, isActive, isAlerted } = watcher;
  if (!isActive) return false;
  const added = pending.point.reason === 'event' ? alertOf(pending, watch) : undefined;
  const isMade = added !== undefined && !isAlerted && (await makeAlert(pending, watcher, added, effects));
  // Each stands alone under an id of its own, so that a repetition completes them without a transaction.
  const events = [scoreChanged(pending, watch, clock()), added && mentionDetected(pending, watch, clock())];
  await allEnded(events.flatMap((event) => (event ? [table.write(event)] : [])));
  return isMade;
};
