import type { Company } from '#shared/companies/company';
import { findVisibleCompany } from '#shared/companies/visible-company';
import type { ItemReader } from '#shared/db/operations';
import { type AlertStats, alertStats, NO_ALERTS } from '#shared/monitoring/alerts/alert-lists';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type MonitoredVendor, readMonitored } from './monitored-vendor.ts';
import type { Watch } from './watch.ts';
import { findWatch } from './watch-repository.ts';

/** A business that an account asks to watch. */
export interface Watchable {
  readonly company: Company;
  /** Whether the company has no record yet. */
  readonly isNewCompany: boolean;
  /** The watch that the account has of it already. */
  readonly watch: Watch | undefined;
  readonly monitored: MonitoredVendor | undefined;
  /** What the account had of it before: alerts of an earlier watch stay. */
  readonly alerts: AlertStats;
}

/** A business that has no record yet. */
export const unknownBusiness = (company: Company): Watchable => ({
  company,
  isNewCompany: true,
  watch: undefined,
  monitored: undefined,
  alerts: NO_ALERTS,
});

/** The business of a vendor's id, in one wave of reads; undefined when the account may know of none. */
export const findWatchable = async (
  table: ItemReader,
  place: AccountEnvironment,
  vendorId: string,
): Promise<Watchable | undefined> => {
  if (!isId('cmp', vendorId)) return undefined;
  const [company, watch, monitored, alerts] = await Promise.all([
    findVisibleCompany(table, place, vendorId),
    findWatch(table, place, vendorId),
    readMonitored(table, vendorId),
    alertStats(table, place, vendorId),
  ]);
  return company && { company, isNewCompany: false, watch, monitored, alerts };
};
