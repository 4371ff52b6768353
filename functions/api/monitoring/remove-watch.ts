import { newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { watchEnding } from '#shared/monitoring/watches/end-watch';
import type { Watch } from '#shared/monitoring/watches/watch';
import { findWatch, watchRecord } from '#shared/monitoring/watches/watch-repository';
import { callerEnvironment } from '#shared/platform/scope';
import { removeWatch } from './remove-watch.contract.ts';

/** DELETE /v1/monitoring/watchlist/{vendorId}: ends a watch even if it is paused or resumed at the same time. */
export const handler = serve(removeWatch, {
  load: ({ path, caller }, { table }) => findWatch(table, callerEnvironment(caller), path.vendorId),
  answer: async ({ caller, loaded: watch }, { commit }) => {
    if (!watch) throw new ApiError('VENDOR_NOT_FOUND');
    const response = { success: true, message: 'You no longer watch this vendor.' } as const;
    const record = watchRecord(callerEnvironment(caller), watch.vendorId);
    const attempt = async (latest: Watch) => ({
      result: await commit(watchEnding(latest), response),
      value: undefined,
    });
    const { result } = await onLatest(watch, attempt, newerOf(record, 'anything'));
    // Ended by another call since it was read.
    if (!result.written) throw new ApiError('VENDOR_NOT_FOUND');
    return response;
  },
});
