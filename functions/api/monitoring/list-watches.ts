import { countReads } from '#shared/companies/read-counts';
import { sliceOf } from '#shared/db/lists/page';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { vendorView } from '#shared/monitoring/watches/vendor-view';
import { listWatches as listWatchesOf } from '#shared/monitoring/watches/watch-repository';
import { isSearch, matchingWatches, watchedVendors } from '#shared/monitoring/watches/watchlist';
import { callerEnvironment } from '#shared/platform/scope';
import { listWatches } from './list-watches.contract.ts';

/** GET /v1/monitoring/watchlist: filters the watches, and reads what the rows of the page show. */
export const handler = serve(listWatches, {
  load: ({ caller }, { table }) => listWatchesOf(table, callerEnvironment(caller)),
  answer: async ({ query, caller, loaded: watches, meta: { nowMs } }, { table, log }) => {
    const place = callerEnvironment(caller);
    const matching = await matchingWatches(table, place, watches, query);
    const page = sliceOf(matching, query);
    const companies = isSearch(query) ? page.flatMap(({ company }) => company ?? []) : [];
    const [vendors] = await Promise.all([
      watchedVendors(table, place, page),
      countReads({ count: 'searchViewCount', companies, reader: place }, { table, log, nowMs }),
    ]);
    return { success: true, data: vendors.map(vendorView), pagination: pagination(query, matching.length) };
  },
});
