import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { followedVendorParts } from '#shared/monitoring/watches/followed-vendor';
import { vendorView } from '#shared/monitoring/watches/vendor-view';
import { labelChange } from '#shared/monitoring/watches/watch-label';
import { callerEnvironment } from '#shared/platform/scope';
import { updateWatch } from './update-watch.contract.ts';

/** PATCH /v1/monitoring/watchlist/{vendorId} */
export const handler = serve(updateWatch, {
  load: ({ path, caller }, { table }) => followedVendorParts(table, callerEnvironment(caller), path.vendorId),
  answer: async ({ body, loaded, meta: { nowMs } }, { commit }) => {
    // An owner that does not watch the vendor has no watch to label.
    if (!loaded.watch) throw new ApiError('VENDOR_NOT_FOUND');
    const { watch, operations } = labelChange(loaded.watch, body.label, nowMs);
    const response = { success: true, data: vendorView({ ...loaded, watch }) } as const;
    const result = await commit(operations, response);
    // Removed by another call since it was read.
    if (!result.written) throw new ApiError('VENDOR_NOT_FOUND');
    return response;
  },
});
