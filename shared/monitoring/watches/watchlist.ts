import type { Company } from '#shared/companies/company';
import { matchesFilter } from '#shared/companies/company-pages';
import { findVisibleCompany } from '#shared/companies/visible-company';
import type { ItemReader } from '#shared/db/operations';
import { type AlertStats, alertStats } from '#shared/monitoring/alerts/alert-lists';
import { type RiskTier, tierOf } from '#shared/monitoring/vendors/score';
import { readVendorState, type VendorState } from '#shared/monitoring/vendors/vendor-state';
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

/** Whether a filter searches for a text. */
export const isSearch = ({ search = '' }: WatchlistFilter): boolean => search.trim() !== '';

/** A watch that passes a filter, and what has been read of its row so far. */
interface MatchingWatch {
  readonly watch: Watch;
  readonly company?: Company | undefined;
  readonly state?: VendorState | undefined;
  /** Present once the whole row has been read. */
  readonly alerts?: AlertStats | undefined;
}

/** Watches of which whole rows are read to filter them: about a page, so that this saves a trip and reads little more. */
const MOST_WHOLE_ROWS = 25;

const passes = ({ watch, company, state }: MatchingWatch, filter: WatchlistFilter): boolean => {
  const { search = '', riskTier } = filter;
  const isFound =
    !isSearch(filter) ||
    (company !== undefined && (matchesFilter({ search })(company) || isPartOf(search, watch.label ?? '')));
  return isFound && (riskTier === undefined || (state !== undefined && tierOf(state.scoreHundredths) === riskTier));
};

/**
 * The watches that pass a filter. The filter applies to the vendors' current data, so that each row shows what it
 * matched: it reads one record for each watch and filter, or the whole rows of a few watches, in one trip.
 */
export const matchingWatches = async (
  table: ItemReader,
  place: AccountEnvironment,
  watches: readonly Watch[],
  filter: WatchlistFilter,
): Promise<readonly MatchingWatch[]> => {
  if (!isSearch(filter) && filter.riskTier === undefined) return watches.map((watch) => ({ watch }));
  const isWhole = watches.length <= MOST_WHOLE_ROWS;
  const read = watches.map(async (watch): Promise<MatchingWatch> => {
    const { vendorId } = watch;
    const [company, state, alerts] = await Promise.all([
      isWhole || isSearch(filter) ? findVisibleCompany(table, place, vendorId) : undefined,
      isWhole || filter.riskTier !== undefined ? readVendorState(table, vendorId) : undefined,
      isWhole ? alertStats(table, place, vendorId) : undefined,
    ]);
    return { watch, company, state, alerts };
  });
  return (await Promise.all(read)).filter((watch) => passes(watch, filter));
};

/** Reads what the rows of some watches show and has not been read yet, in at most one trip. */
export const watchedVendors = async (
  table: ItemReader,
  place: AccountEnvironment,
  watches: readonly MatchingWatch[],
): Promise<readonly VendorParts[]> => {
  const rows = watches.map(async ({ watch, ...known }): Promise<readonly VendorParts[]> => {
    const [company, state, alerts] = await Promise.all([
      known.company ?? findVisibleCompany(table, place, watch.vendorId),
      known.state ?? readVendorState(table, watch.vendorId),
      known.alerts ?? alertStats(table, place, watch.vendorId),
    ]);
    return company ? [{ company, watch, state, alerts }] : [];
  });
  return (await Promise.all(rows)).flat();
};
