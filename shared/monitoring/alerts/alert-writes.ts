import { put, update, type WriteOperation } from '#shared/db/expressions';
import type { CountChange } from '#shared/db/lists/counted-list';
import { jointAddition, jointCountWrites } from '#shared/db/lists/joint-counts';
import { isoTime } from '#shared/platform/clock';
import type { AccountEnvironment } from '#shared/platform/scope';
import type { Alert, AlertNumbers, ListedAlert } from './alert.ts';
import { listAttributes, toAlertItem } from './alert.ts';
import { type AlertCell, alertsOfAccount, alertsOfVendor, cellOf } from './alert-cells.ts';
import type { AlertHeads } from './alert-lists.ts';
import { alertKeys } from './keys.ts';

/** A new alert, before its place in the lists determines its time. */
export type NewAlert = Omit<Alert, 'read' | 'createdAt' | 'updatedAt'>;

/**
 * An alert at the end of both of its lists, and its writes (docs/decisions/0111). `alert` refuses when an alert with its
 * id exists already; `account` and `vendor` refuse when their list has grown since its head was read.
 */
export const alertAddition = (added: NewAlert, heads: AlertHeads, nowMs: number) => {
  // The order of numbers must be the order in time in both lists, although clocks differ and retries wait.
  const atMs = Math.max(nowMs, heads.account.newestAtMs + 1, heads.vendor.newestAtMs + 1);
  const alert: Alert = { ...added, read: false, createdAt: isoTime(atMs), updatedAt: isoTime(atMs) };
  const numbers = { ofAccount: heads.account.lastNumber + 1, ofVendor: heads.vendor.lastNumber + 1 };
  const cell = cellOf(alert.severity, false);
  const account = jointAddition(alertsOfAccount(alert), cell, { number: numbers.ofAccount, atMs });
  const vendor = jointAddition(
    alertsOfVendor(alert, alert.vendorId),
    cell,
    { number: numbers.ofVendor, atMs },
    { unread: 1 },
  );
  const operations = {
    alert: put(toAlertItem(alert, numbers)),
    account: account.newest,
    accountFirst: account.first,
    vendor: vendor.newest,
    vendorFirst: vendor.first,
  };
  return { alert, operations };
};

/** The alert after it was read. */
const markedRead = (alert: Alert, nowMs: number): Alert => {
  // Clocks differ, and an alert that waited for its place may have a time slightly ahead of this clock.
  const atMs = Math.max(nowMs, Date.parse(alert.createdAt));
  return { ...alert, read: true, updatedAt: isoTime(atMs) };
};

/** The changes of a list's counts when some of its alerts are read. */
const changesAsRead = (
  listed: readonly ListedAlert[],
  numberOf: (numbers: AlertNumbers) => number,
): readonly CountChange<AlertCell>[] =>
  listed.flatMap(({ alert: { severity }, numbers }) => [
    { cell: cellOf(severity, false), number: numberOf(numbers), by: -1 } as const,
    { cell: cellOf(severity, true), number: numberOf(numbers), by: 1 } as const,
  ]);

/**
 * The alerts of one account in an environment after they were read, and the writes of that. The write named `alert<n>`,
 * for the alert at index n, refuses when that alert was read before.
 */
export const alertReadings = (place: AccountEnvironment, listed: readonly ListedAlert[], nowMs: number) => {
  const readings = listed.map(({ alert, numbers }) => ({ read: markedRead(alert, nowMs), numbers }));
  const byVendor = [...Map.groupBy(listed, ({ alert }) => alert.vendorId)];
  const counts = [
    ...jointCountWrites(
      alertsOfAccount(place),
      changesAsRead(listed, ({ ofAccount }) => ofAccount),
    ),
    ...byVendor.flatMap(([vendorId, about]) =>
      jointCountWrites(
        alertsOfVendor(place, vendorId),
        changesAsRead(about, ({ ofVendor }) => ofVendor),
        { unread: -about.length },
      ),
    ),
  ];
  const operations: Readonly<Record<string, WriteOperation>> = Object.fromEntries([
    ...readings.map(({ read, numbers }, index) => [
      `alert${index}`,
      update(alertKeys.alert(read.id), {
        set: { read: true, updatedAt: read.updatedAt, ...listAttributes(read, numbers) },
        when: { read: { equals: false } },
      }),
    ]),
    ...counts.map((write, index) => [`count${index}`, write]),
  ]);
  return { alerts: readings.map(({ read }) => read), operations };
};
