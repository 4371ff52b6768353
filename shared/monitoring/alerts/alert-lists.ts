import { headRecord, type ListHead, readHead } from '#shared/db/lists/counted-list';
import { readCountedPage } from '#shared/db/lists/counted-pages';
import { type ListPage, mapPage, NO_ENTRIES, type Page } from '#shared/db/lists/page';
import type { ItemReader, TableReader } from '#shared/db/operations';
import type { Severity } from '#shared/monitoring/vendors/event-kinds';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Alert, fromAlertItem } from './alert.ts';
import { alertsOfAccount, alertsOfVendor, cellsOf } from './alert-cells.ts';

/** Which alerts of an account a list shows: all of them where nothing is named. */
export interface AlertFilter {
  readonly read?: boolean | undefined;
  readonly severity?: Severity | undefined;
  readonly vendorId?: string | undefined;
}

/**
 * A page of the alerts of an account in an environment, newest first, and how many there are.
 *
 * @param filter its `vendorId` from outside: any text.
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

/** The ends of the two lists that an alert is added to. */
export interface AlertHeads {
  readonly account: ListHead;
  readonly vendor: ListHead;
}

/** The records of those ends, for the transaction that adds an alert. */
export const headRecords = (place: AccountEnvironment, vendorId: string) => ({
  account: headRecord(alertsOfAccount(place)),
  vendor: headRecord(alertsOfVendor(place, vendorId)),
});

/** Reads those ends, in one call. */
export const readHeads = async (
  table: Pick<ItemReader, 'get'>,
  place: AccountEnvironment,
  vendorId: string,
): Promise<AlertHeads> => {
  const [account, vendor] = await Promise.all([
    readHead(table, alertsOfAccount(place)),
    readHead(table, alertsOfVendor(place, vendorId)),
  ]);
  return { account, vendor };
};

/** What a list of vendors shows of the alerts of an account about one of them. */
export interface AlertStats {
  /** Whether there ever was one. */
  readonly hasAlerts: boolean;
  readonly unreadAlerts: number;
}

/** What a vendor is shown with that the account never had an alert about. */
export const NO_ALERTS: AlertStats = { hasAlerts: false, unreadAlerts: 0 };

/** Reads that: one item, those of many vendors in one call where they are read at one moment. @param vendorId a valid id. */
export const alertStats = async (
  table: Pick<ItemReader, 'get'>,
  place: AccountEnvironment,
  vendorId: string,
): Promise<AlertStats> => {
  const head = await table.get(headRecord(alertsOfVendor(place, vendorId)).key);
  return head ? { hasAlerts: true, unreadAlerts: Number(head['unread']) } : NO_ALERTS;
};
