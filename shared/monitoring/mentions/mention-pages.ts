import type { Company } from '#shared/companies/company';
import { findVisibleCompany } from '#shared/companies/visible-company';
import { type ListPage, NO_ENTRIES, type Page, sliceOf } from '#shared/db/lists/page';
import type { TableReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import type { MonitoringEvent } from '#shared/monitoring/vendors/monitoring-event';
import { type RiskTier, tierOf } from '#shared/monitoring/vendors/score';
import { readVendorState, type VendorState } from '#shared/monitoring/vendors/vendor-state';
import { type ClaimStatus, claimStatusOf } from '#shared/monitoring/watches/vendor-view';
import type { Watch } from '#shared/monitoring/watches/watch';
import type { AccountEnvironment } from '#shared/platform/scope';
import { readNewestMentions } from './newest-mentions.ts';

/** Which vendors' mentions a list shows; by default those of all watched vendors. */
export interface MentionFilter {
  readonly riskTier?: RiskTier | undefined;
  readonly claimStatus?: ClaimStatus | undefined;
  /** Whether the account has ever had an alert about the vendor. */
  readonly hasAlerts?: boolean | undefined;
}

/** What a mention shows of its vendor. */
export interface VendorFacts {
  readonly company: Company;
  readonly state: VendorState;
  readonly hasAlerts: boolean;
}

/** A media mention, with the current facts about its vendor. */
export interface VendorMention {
  readonly mention: MonitoringEvent;
  readonly vendor: VendorFacts;
}

/** Reads the vendor facts that lists show, each at most once. */
const vendorReader = (table: TableReader, place: AccountEnvironment) => {
  const companies = new Map<string, Promise<Company | undefined>>();
  const alerts = new Map<string, Promise<boolean>>();
  const known = <T>(read: Map<string, Promise<T>>, vendorId: string, load: () => Promise<T>): Promise<T> => {
    const value = read.get(vendorId) ?? load();
    read.set(vendorId, value);
    return value;
  };
  const company = (vendorId: string) => known(companies, vendorId, () => findVisibleCompany(table, place, vendorId));
  const hasAlerts = (vendorId: string) =>
    known(alerts, vendorId, async () => (await alertStats(table, place, vendorId)).hasAlerts);
  return { company, hasAlerts };
};

type VendorReader = ReturnType<typeof vendorReader>;

/** The state of a watched vendor that has mentions and passes a filter. All that the filter needs is read at once. */
const matchingStates = async (
  table: TableReader,
  { company, hasAlerts }: VendorReader,
  filter: MentionFilter,
  { vendorId }: Watch,
): Promise<readonly VendorState[]> => {
  const [state, owned, alerted] = await Promise.all([
    readVendorState(table, vendorId),
    filter.claimStatus && company(vendorId),
    filter.hasAlerts === undefined ? undefined : hasAlerts(vendorId),
  ]);
  if (!state || state.mentionCount === 0) return [];
  if (filter.riskTier && tierOf(state.scoreHundredths) !== filter.riskTier) return [];
  if (filter.claimStatus && (!owned || claimStatusOf(owned) !== filter.claimStatus)) return [];
  return alerted === filter.hasAlerts ? [state] : [];
};

/** Sorts vendors by latest mention, newest first. */
const byLatestMention = (one: VendorState, other: VendorState): number =>
  (one.latestMentionAt ?? '') < (other.latestMentionAt ?? '') ? 1 : -1;

/** The number of mentions that pages can reach: each page also reads all newer ones. */
export const MAX_MENTION_DEPTH = 10_000;

/**
 * Reads a page of the media mentions of watched vendors, newest first, and their number. After the watches it takes two
 * trips: the states of the vendors, which give the total, then the newest mentions of those that pass, with the facts
 * about their vendors. The cost depends on the number of watches and the depth of the page.
 *
 * @throws ApiError RESULT_TOO_LARGE for a page with mentions beyond the newest 10,000.
 */
export const readMentionPage = async (
  table: TableReader,
  place: AccountEnvironment,
  watches: readonly Watch[],
  filter: MentionFilter,
  page: ListPage,
): Promise<Page<VendorMention>> => {
  const read = vendorReader(table, place);
  const states = (await Promise.all(watches.map((watch) => matchingStates(table, read, filter, watch)))).flat();
  const total = states.reduce((sum, { mentionCount }) => sum + mentionCount, 0);
  const before = (page.page - 1) * page.limit;
  if (before >= total) return { ...NO_ENTRIES, total };

  const latestFirst = states.sort(byLatestMention);
  const count = Math.min(before + page.limit, total);
  if (count > MAX_MENTION_DEPTH) throw new ApiError('RESULT_TOO_LARGE');
  const factsOf = async (state: VendorState): Promise<readonly [string, VendorFacts | undefined]> => {
    const [company, hasAlerts] = await Promise.all([read.company(state.vendorId), read.hasAlerts(state.vendorId)]);
    return [state.vendorId, company && { company, state, hasAlerts }];
  };
  const [newest] = await Promise.all([
    readNewestMentions(table, latestFirst, count),
    // The vendors most likely on the page: their facts are read in the same trip.
    ...latestFirst.slice(0, count).map(factsOf),
  ]);
  const shown = sliceOf(newest, page);
  const shownIds = new Set(shown.map(({ vendorId }) => vendorId));
  const facts = new Map(await Promise.all(states.filter(({ vendorId }) => shownIds.has(vendorId)).map(factsOf)));
  const entries = shown.flatMap((mention) => {
    const vendor = facts.get(mention.vendorId);
    return vendor ? [{ mention, vendor }] : [];
  });
  return { entries, total };
};
