import type { Item } from '#shared/db/expressions';
import { recordAmong, refusedByNothingElse } from '#shared/db/latest';
import type { ItemReader } from '#shared/db/operations';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type Rate, readRate } from '#shared/wallet/rates';
import { hasWalletMoved, loadWallet, type Wallet, walletRecord } from '#shared/wallet/wallet';
import { hasVendorMoved, type MonitoredVendor, monitoredRecord } from './monitored-vendor.ts';

/** The rate that a month of a watch is charged by (interface: Pricing rate). */
const MONTH_ACTION = 'vendor_monitoring_monthly';

/** What pays for a month. */
export interface WatchPayment {
  readonly wallet: Wallet;
  readonly rate: Rate;
}

/** What a month that is to be charged starts from: all of it is compared when it is written. */
export interface MonthSnapshot extends WatchPayment {
  readonly monitored: MonitoredVendor | undefined;
}

/** Reads what pays for a month, in one wave. */
export const readWatchPayment = async (table: ItemReader, place: AccountEnvironment): Promise<WatchPayment> => {
  const [wallet, rate] = await Promise.all([loadWallet(table, place), readRate(table, MONTH_ACTION)]);
  return { wallet, rate };
};

/** The snapshot from the items that refused, when nothing but wallet and vendor did and one of them has moved on. */
export const newerMonthSnapshot =
  (vendorId: string) =>
  (snapshot: MonthSnapshot, found: readonly (Item | undefined)[]): MonthSnapshot | undefined => {
    const [wallet, vendor] = [walletRecord(snapshot.wallet), monitoredRecord(vendorId)] as const;
    if (!refusedByNothingElse([wallet, vendor], found)) return undefined;
    const latest = {
      rate: snapshot.rate,
      wallet: recordAmong(wallet, found) ?? snapshot.wallet,
      monitored: recordAmong(vendor, found) ?? snapshot.monitored,
    };
    const hasMoved =
      hasWalletMoved(latest.wallet, snapshot.wallet) || hasVendorMoved(latest.monitored, snapshot.monitored);
    return hasMoved ? latest : undefined;
  };
