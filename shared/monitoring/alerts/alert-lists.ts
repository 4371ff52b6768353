import type { ListHead } from '#shared/db/lists/counted-list';
import { readCountedPage } from '#shared/db/lists/counted-pages';
import { jointHeadRecord, readJointHead } from '#shared/db/lists/joint-counts';
import { type ListPage, mapPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import type { Severity } from '#shared/monitoring/vendors/event-kinds';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Alert, fromAlertItem } from './alert.ts';
import { alertsOfAccount, alertsOfVendor, cellsOf } from './alert-cells.ts';

/** Which of an account's alerts a list shows; by default all. */
export interface AlertFilter {
  readonly read?: boolean | undefined;
  readonly severity?: Severity | undefined;
  readonly vendorId?: string | undefined;
}

/**
 * Reads a page of the alerts of an account in an environment, newest first, and their number.
 *
 * @param filter its `vendorId` may be any text.
 */
export const readAlertPage = async (
  table: TableReader,
  place: AccountEnvironment,
  { vendorId, ...filter }: AlertFilter,
  page: ListPage,
): Promise<Page<Alert>> => {
  if (vendorId !== undefined && !isId('cmp', vendorId)) return NO_ENTRIES;
  const list = vendorId === undefined ? alertsOfAccount(place) : alertsOfVendor(place, vendorId);
  return mapPage(await readCountedPage(table, list, cellsOf(filter), page), fromAlertItem);
};

/** The heads of the two lists that an alert is added to. */
export interface AlertHeads {
  readonly account: ListHead;
  readonly vendor: ListHead;
}

/** The records of the two heads, for the transaction that adds an alert. */
export const headRecords = (place: AccountEnvironment, vendorId: string) => ({
  account: jointHeadRecord(alertsOfAccount(place)),
  vendor: jointHeadRecord(alertsOfVendor(place, vendorId)),
});

/** Reads the two heads, in one call while both lists are short. */
export const readHeads = async (
  table: Pick<ItemReader, 'get'>,
  place: AccountEnvironment,
  vendorId: string,
): Promise<AlertHeads> => {
  const [account, vendor] = await Promise.all([
    readJointHead(table, alertsOfAccount(place)),
    readJointHead(table, alertsOfVendor(place, vendorId)),
  ]);
  return { account, vendor };
};

/** What a list of vendors shows about an account's alerts on one vendor. */
export interface AlertStats {
  /** Whether there has ever been one. */
  readonly hasAlerts: boolean;
  readonly unreadAlerts: number;
}

/** The statistics of a vendor without alerts. */
export const NO_ALERTS: AlertStats = { hasAlerts: false, unreadAlerts: 0 };

/**
 * Reads the alert statistics of a vendor: one item. Reads of many vendors at the same time are one call. @param
 * vendorId a valid id.
 */
export const alertStats = async (
  table: Pick<ItemReader, 'get'>,
  place: AccountEnvironment,
  vendorId: string,
): Promise<AlertStats> => {
  const head = await table.get(jointHeadRecord(alertsOfVendor(place, vendorId)).key);
  return head ? { hasAlerts: true, unreadAlerts: Number(head['unread']) } : NO_ALERTS;
};
