import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { vendorBody } from '#shared/monitoring/watches/vendor-view';
import { updateWatchBody, vendorPath } from '#shared/monitoring/watches/watch-bodies';

/** Changes the account's label for a vendor that it watches. */
export const updateWatch = contract({
  name: 'update-watch',
  group: 'monitoring',
  method: 'PATCH',
  route: '/v1/monitoring/watchlist/{vendorId}',
  summary: 'Update a watch',
  description: 'Updates the label of a watched vendor. Nothing is charged.',
  caller: 'account',
  limit: 'monitoringWrites',
  path: vendorPath,
  body: updateWatchBody,
  success: { 200: v.object({ success: succeeded, data: vendorBody }) },
  errors: ['VENDOR_NOT_FOUND'],
  touches: { reads: ['company', 'vendor', 'vendorAlerts', 'watch'], writes: ['watch'] },
});
