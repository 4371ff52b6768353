import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Item } from '#shared/db/expressions';
import { cellEntry, entryNumber } from '#shared/db/lists/counted-list';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { ENVIRONMENTS } from '#shared/platform/environments';
import { derivedId } from '#shared/platform/ids';
import { alertsOfAccount, alertsOfVendor, cellOf } from './alert-cells.ts';
import { alertKeys } from './keys.ts';

const alertSchema = v.object({
  /** `al_`, derived from the event and the account. */
  id: v.string(),
  accountId: v.string(),
  environment: v.picklist(ENVIRONMENTS),
  vendorId: v.string(),
  vendorName: v.string(),
  eventId: v.string(),
  severity: v.picklist(SEVERITIES),
  title: v.string(),
  message: v.string(),
  whatChanged: v.string(),
  read: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
});

/** What an account is told about an event of a vendor that it watches (interface: Monitoring alert). */
export type Alert = v.InferOutput<typeof alertSchema>;

/** An alert with its numbers in its two lists. */
export interface ListedAlert {
  readonly alert: Alert;
  readonly numbers: AlertNumbers;
}

/** The permanent numbers of an alert in the lists of its account and of its vendor. */
export interface AlertNumbers {
  readonly ofAccount: number;
  readonly ofVendor: number;
}

/** The id of an account's alert about an event: always the same, so that a repetition does not make another alert. */
export const alertIdOf = (accountId: string, eventId: string, eventAtMs: number): string =>
  derivedId('al', eventAtMs, createHash('sha256').update(`${eventId}#${accountId}`).digest());

/** The index attributes of an alert in both lists. */
export const listAttributes = (
  alert: Alert,
  { ofAccount, ofVendor }: AlertNumbers,
): Readonly<Record<string, string>> => {
  const cell = cellOf(alert.severity, alert.read);
  return {
    ...cellEntry(alertsOfAccount(alert), cell, ofAccount),
    ...cellEntry(alertsOfVendor(alert, alert.vendorId), cell, ofVendor),
  };
};

/** An alert as it is stored. */
export const toAlertItem = (alert: Alert, numbers: AlertNumbers): Item => ({
  ...alertKeys.alert(alert.id),
  ...listAttributes(alert, numbers),
  ...alert,
});

/** Parses a stored alert. */
export const fromAlertItem = (item: Item): Alert => v.parse(alertSchema, item);

/** Parses a stored alert and its numbers. */
export const listedAlert = (item: Item): ListedAlert => {
  const alert = fromAlertItem(item);
  return {
    alert,
    numbers: {
      ofAccount: entryNumber(alertsOfAccount(alert), item) ?? 0,
      ofVendor: entryNumber(alertsOfVendor(alert, alert.vendorId), item) ?? 0,
    },
  };
};
