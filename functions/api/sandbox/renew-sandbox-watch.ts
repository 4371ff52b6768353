import type { ItemReader } from '#shared/db/operations';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { followedVendorParts } from '#shared/monitoring/watches/followed-vendor';
import { readMonitored } from '#shared/monitoring/watches/monitored-vendor';
import { renewDue } from '#shared/monitoring/watches/renew-due';
import { onItsNextDate } from '#shared/monitoring/watches/renewal';
import { vendorView } from '#shared/monitoring/watches/vendor-view';
import type { Watch } from '#shared/monitoring/watches/watch';
import { readWatchPayment } from '#shared/monitoring/watches/watch-payment';
import { watchRecord } from '#shared/monitoring/watches/watch-repository';
import { allEnded } from '#shared/platform/all-ended';
import { isId } from '#shared/platform/ids';
import type { AccountEnvironment } from '#shared/platform/scope';
import { renewSandboxWatch } from './renew-sandbox-watch.contract.ts';

/** How often a request starts again because another one, or the schedule, has renewed the watch. */
const MAX_TRIES = 4;

/**
 * Reads what a renewal needs and what the response shows, in one wave.
 *
 * @throws ApiError VENDOR_NOT_FOUND.
 */
const readWatched = async (table: ItemReader, place: AccountEnvironment, vendorId: string) => {
  if (!isId('cmp', vendorId)) throw new ApiError('VENDOR_NOT_FOUND');
  const { key, from } = watchRecord(place, vendorId);
  const [parts, payment, monitored, item] = await allEnded([
    followedVendorParts(table, place, vendorId),
    readWatchPayment(table, place),
    readMonitored(table, vendorId),
    table.get(key),
  ]);
  // An owner who does not watch it has no watch to renew.
  if (!item) throw new ApiError('VENDOR_NOT_FOUND');
  return { parts, snapshot: { ...payment, monitored }, due: { watch: from(item), place: String(item['gsi4sk']) } };
};

/** POST /v1/sandbox/monitoring/watchlist/{vendorId}/renew */
export const handler = serve(renewSandboxWatch, {
  load: async ({ path, caller: { accountId, environments } }, { table }) => {
    // What is not in the caller's reach is the same as what never was.
    if (!environments.includes('sandbox')) throw new ApiError('VENDOR_NOT_FOUND');
    return readWatched(table, { accountId, environment: 'sandbox' }, path.vendorId);
  },
  answer: async ({ path, loaded, meta: { nowMs } }, { table, commit }) => {
    let watched = loaded;
    for (let tries = 1; tries <= MAX_TRIES; tries++) {
      const { parts, snapshot, due } = watched;
      const responseOf = (watch: Watch) => ({ success: true, data: vendorView({ ...parts, watch }) }) as const;
      const renewed = await renewDue(
        onItsNextDate(due, nowMs),
        snapshot,
        ({ watch, operations }) => commit(operations, responseOf(watch)),
        nowMs,
      );
      if (renewed) return responseOf(renewed.watch);
      watched = await readWatched(table, due.watch, path.vendorId);
    }
    throw new ApiError('SERVICE_UNAVAILABLE');
  },
});
