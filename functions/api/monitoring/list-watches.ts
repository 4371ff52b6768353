import { sliceOf } from '#shared/db/lists/bounded-list';
import { pagination } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { vendorView } from '#shared/monitoring/watches/vendor-view';
import { listWatches as listWatchesOf } from '#shared/monitoring/watches/watch-repository';
import { matchingWatches, watchedVendors } from '#shared/monitoring/watches/watchlist';
import { callerEnvironment } from '#shared/platform/scope';
import { listWatches } from './list-watches.contract.ts';

/** GET /v1/monitoring/watchlist: the watches are filtered, and what the rows of the page show is read. */
export const handler = serve(listWatches, {
  load: ({ caller }, { table }) => listWatchesOf(table, callerEnvironment(caller)),
  answer: async ({ query, caller, loaded: watches }, { table }) => {
    const place = callerEnvironment(caller);
    const matching = await matchingWatches(table, place, watches, query);
    const vendors = await watchedVendors(table, place, sliceOf(matching, query));
    return { success: true, data: vendors.map(vendorView), pagination: pagination(query, matching.length) };
  },
});
