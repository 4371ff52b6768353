import { put, update, type WriteOperation } from '#shared/db/expressions';
import { additionWrites, headCountWrite, moveWrites } from '#shared/db/lists/counted-list';
import { isoTime } from '#shared/platform/clock';
import type { Alert, ListedAlert } from './alert.ts';
import { listAttributes, toAlertItem } from './alert.ts';
import { alertsOfAccount, alertsOfVendor, cellOf } from './alert-cells.ts';
import type { AlertHeads } from './alert-lists.ts';
import { alertKeys } from './keys.ts';

/** A new alert, before it has its place in the lists, and with it its time. */
export type NewAlert = Omit<Alert, 'read' | 'createdAt' | 'updatedAt'>;

/**
 * An alert at the end of both of its lists, and its writes. `alert` is refused when there is one of its id already, the
 * two heads when a list has got another one since its end was read.
 */
export const alertAddition = (added: NewAlert, { account, vendor }: AlertHeads, nowMs: number) => {
  // Clocks of functions differ, and tries wait: the order of the numbers is the order in time in both lists.
  const atMs = Math.max(nowMs, account.newestAtMs + 1, vendor.newestAtMs + 1);
  const alert: Alert = { ...added, read: false, createdAt: isoTime(atMs), updatedAt: isoTime(atMs) };
  const numbers = { ofAccount: account.lastNumber + 1, ofVendor: vendor.lastNumber + 1 };
  const cell = cellOf(alert.severity, false);
  const [accountHead, accountCount] = additionWrites(alertsOfAccount(alert), cell, {
    number: numbers.ofAccount,
    atMs,
  });
  const [vendorHead, vendorCount] = additionWrites(
    alertsOfVendor(alert, alert.vendorId),
    cell,
    { number: numbers.ofVendor, atMs },
    { unread: 1 },
  );
  const operations = {
    alert: put(toAlertItem(alert, numbers)),
    accountHead,
    accountCount,
    vendorHead,
    vendorCount,
  };
  return { alert, operations };
};

/** The alert as it is once it is read, and the writes of that; `alert` is refused when it was read before. */
export const alertReading = ({ alert, numbers }: ListedAlert, nowMs: number) => {
  // Clocks of functions differ, and an alert that waited for its place was made a moment ahead of them.
  const atMs = Math.max(nowMs, Date.parse(alert.createdAt));
  const read: Alert = { ...alert, read: true, updatedAt: isoTime(atMs) };
  const [unreadCell, readCell] = [cellOf(alert.severity, false), cellOf(alert.severity, true)];
  const ofVendor = alertsOfVendor(alert, alert.vendorId);
  const writes: readonly WriteOperation[] = [
    ...moveWrites(alertsOfAccount(alert), unreadCell, readCell, numbers.ofAccount),
    ...moveWrites(ofVendor, unreadCell, readCell, numbers.ofVendor),
    headCountWrite(ofVendor, { unread: -1 }),
  ];
  const operations = {
    alert: update(alertKeys.alert(alert.id), {
      set: { read: true, updatedAt: read.updatedAt, ...listAttributes(read, numbers) },
      when: { read: { equals: false } },
    }),
    ...Object.fromEntries(writes.map((write, index) => [`count${index}`, write])),
  };
  return { alert: read, operations };
};
