import { newerAmong } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type ActionPayment, readPayment } from '#shared/wallet/payment';
import { walletRecord } from '#shared/wallet/wallet';
import { type MonitoredVendor, monitoredRecord } from './monitored-vendor.ts';

/** What a month that is to be charged starts from: all of it is compared when it is written. */
export interface MonthSnapshot extends ActionPayment {
  readonly monitored: MonitoredVendor | undefined;
}

/** Reads what pays for a month of a watch, in one wave. */
export const readWatchPayment = (table: ItemReader, place: AccountEnvironment): Promise<ActionPayment> =>
  readPayment(table, place, 'vendor_monitoring_monthly');

/** The snapshot of a month when nothing but wallet and vendor refused it: `newer` of `onLatest`. */
export const newerMonthSnapshot = (place: AccountEnvironment, vendorId: string) =>
  newerAmong<MonthSnapshot>({ wallet: walletRecord(place), monitored: monitoredRecord(vendorId) });
