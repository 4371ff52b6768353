import type { Company } from '#shared/companies/company';
import { matchesFilter } from '#shared/companies/company-pages';
import { findVisibleCompany } from '#shared/companies/visible-company';
import type { ItemReader } from '#shared/db/operations';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import { type RiskTier, tierOf } from '#shared/monitoring/vendors/score';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import type { AccountEnvironment } from '#shared/platform/scope';
import { isPartOf } from '#shared/platform/text-search';
import type { VendorParts } from './vendor-view.ts';
import type { Watch } from './watch.ts';

/** The filter of a watchlist. */
export interface WatchlistFilter {
  /** Part of the name, the label or the number. */
  readonly search?: string | undefined;
  readonly riskTier?: RiskTier | undefined;
}

const hasTier = async (table: ItemReader, { vendorId }: Watch, riskTier: RiskTier): Promise<boolean> => {
  const state = await readVendorState(table, vendorId);
  return state !== undefined && tierOf(state.scoreHundredths) === riskTier;
};

/** A watch that passes a filter. @property company what a search has read; absent without a search. */
interface MatchingWatch {
  readonly watch: Watch;
  readonly company?: Company;
}

/**
 * The watches that pass a filter. The filter applies to the vendors' current data, so that each row shows what it
 * matched: it reads one record for each watch and filter, in one trip.
 */
export const matchingWatches = async (
  table: ItemReader,
  place: AccountEnvironment,
  watches: readonly Watch[],
  { search = '', riskTier }: WatchlistFilter,
): Promise<readonly MatchingWatch[]> => {
  const isSearch = search.trim() !== '';
  const tried = watches.map(async (watch): Promise<readonly MatchingWatch[]> => {
    const [company, isOfTier] = await Promise.all([
      isSearch ? findVisibleCompany(table, place, watch.vendorId) : undefined,
      riskTier === undefined || hasTier(table, watch, riskTier),
    ]);
    const isFound =
      !isSearch ||
      (company !== undefined && (matchesFilter({ search })(company) || isPartOf(search, watch.label ?? '')));
    return isFound && isOfTier ? [{ watch, ...(company && { company }) }] : [];
  });
  return (await Promise.all(tried)).flat();
};

/** Reads what the rows of some watches show and has not been read yet, in one trip. */
export const watchedVendors = async (
  table: ItemReader,
  place: AccountEnvironment,
  watches: readonly MatchingWatch[],
): Promise<readonly VendorParts[]> => {
  const rows = watches.map(async ({ watch, company: found }): Promise<readonly VendorParts[]> => {
    const [company, state, alerts] = await Promise.all([
      found ?? findVisibleCompany(table, place, watch.vendorId),
      readVendorState(table, watch.vendorId),
      alertStats(table, place, watch.vendorId),
    ]);
    return company ? [{ company, watch, state, alerts }] : [];
  });
  return (await Promise.all(rows)).flat();
};
