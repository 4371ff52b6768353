import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { vendorPath } from '#shared/monitoring/watches/watch-bodies';

/** Removes a vendor from the watchlist. */
export const removeWatch = contract({
  name: 'remove-watch',
  group: 'monitoring',
  method: 'DELETE',
  route: '/v1/monitoring/watchlist/{vendorId}',
  summary: 'Remove a watch',
  description:
    'Ends the watch at once, without a refund for the rest of the month. Alerts about the vendor can still ' +
    'be read. Watching the vendor again is charged as a new watch.',
  caller: 'account',
  limit: 'monitoringWrites',
  path: vendorPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['VENDOR_NOT_FOUND'],
  touches: { reads: ['watch'], writes: ['vendor', 'watch', 'watchCounts'] },
});
