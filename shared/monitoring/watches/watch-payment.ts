import { newerAmong } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type ActionPayment, readPayment } from '#shared/wallet/payment';
import { walletRecord } from '#shared/wallet/wallet';
import { type MonitoredVendor, monitoredRecord } from './monitored-vendor.ts';

/** The state that charging a month starts from. All of it is compared when the charge is written. */
export interface MonthSnapshot extends ActionPayment {
  readonly monitored: MonitoredVendor | undefined;
}

/** Reads what pays for a month of a watch, in one trip. */
export const readWatchPayment = (table: ItemReader, place: AccountEnvironment): Promise<ActionPayment> =>
  readPayment(table, place, 'vendor_monitoring_monthly');

/**
 * The snapshot to retry with, when only a change of the wallet or the vendor refused the month: `newer` of `onLatest`.
 */
export const newerMonthSnapshot = (place: AccountEnvironment, vendorId: string) =>
  newerAmong<MonthSnapshot>({ wallet: walletRecord(place), monitored: monitoredRecord(vendorId) });
