import { countReads } from '#shared/companies/read-counts';
import { serve } from '#shared/http/serve';
import { followedVendorParts } from '#shared/monitoring/watches/followed-vendor';
import { vendorView } from '#shared/monitoring/watches/vendor-view';
import { callerEnvironment } from '#shared/platform/scope';
import { readVendor } from './read-vendor.contract.ts';

/** GET /v1/monitoring/vendors/{vendorId}: one trip, and occasionally another that counts the reads of others. */
export const handler = serve(readVendor, {
  load: ({ path, caller }, { table }) => followedVendorParts(table, callerEnvironment(caller), path.vendorId),
  answer: async ({ loaded, caller, meta: { nowMs } }, { table, log }) => {
    const reads = { count: 'viewCount', companies: [loaded.company], reader: callerEnvironment(caller) } as const;
    await countReads(reads, { table, log, nowMs });
    return { success: true, data: vendorView(loaded) };
  },
});
