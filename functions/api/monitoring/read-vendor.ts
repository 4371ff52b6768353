import { countReads } from '#shared/companies/read-counts';
import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { alertStats } from '#shared/monitoring/alerts/alert-lists';
import { readVendorState } from '#shared/monitoring/vendors/vendor-state';
import { followedVendor } from '#shared/monitoring/watches/followed-vendor';
import { vendorView } from '#shared/monitoring/watches/vendor-view';
import { isId } from '#shared/platform/ids';
import { callerEnvironment } from '#shared/platform/scope';
import { readVendor } from './read-vendor.contract.ts';

/** GET /v1/monitoring/vendors/{vendorId}: one trip, and now and then one that counts the reads of others. */
export const handler = serve(readVendor, {
  load: async ({ path: { vendorId }, caller }, { table }) => {
    const place = callerEnvironment(caller);
    if (!isId('cmp', vendorId)) throw new ApiError('VENDOR_NOT_FOUND');
    const [followed, state, alerts] = await Promise.all([
      followedVendor(table, place, vendorId),
      readVendorState(table, vendorId),
      alertStats(table, place, vendorId),
    ]);
    return { ...followed, state, alerts };
  },
  answer: async ({ loaded, caller, meta: { nowMs } }, { table, log }) => {
    const reads = { count: 'viewCount', companies: [loaded.company], reader: callerEnvironment(caller) } as const;
    await countReads(reads, { table, log, nowMs });
    return { success: true, data: vendorView(loaded) };
  },
});
