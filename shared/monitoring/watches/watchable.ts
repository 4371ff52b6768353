import type { Company } from '#shared/companies/company';
import { findVisibleCompany } from '#shared/companies/visible-company';
import type { ItemReader } from '#shared/db/operations';
import { type AlertStats, alertStats, NO_ALERTS } from '#shared/monitoring/alerts/alert-lists';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { type MonitoredVendor, readMonitored } from './monitored-vendor.ts';
import type { Watch } from './watch.ts';
import { findWatch } from './watch-repository.ts';

/** A business that an account wants to watch. */
export interface Watchable {
  readonly company: Company;
  /** Whether the company has no record yet. */
  readonly isNewCompany: boolean;
  /** The account's watch of it, if there is one already. */
  readonly watch: Watch | undefined;
  readonly monitored: MonitoredVendor | undefined;
  /** The account's earlier alerts about it: alerts of an ended watch stay. */
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

/** Finds the business with a vendor's id, in one trip; undefined when the account may not see it. */
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
