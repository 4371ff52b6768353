import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { vendorBody } from '#shared/monitoring/watches/vendor-view';
import { vendorPath } from '#shared/monitoring/watches/watch-bodies';

/** Reads one vendor. */
export const readVendor = contract({
  name: 'read-vendor',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/vendors/{vendorId}',
  summary: 'Read a vendor',
  description:
    'Returns a vendor that you watch or whose company you own. Any other vendor is not found. If you own the ' +
    'company but do not watch it, `status`, `monitoringSince` and `paidUntil` are null.',
  caller: 'account',
  limit: 'monitoringReads',
  path: vendorPath,
  success: { 200: v.object({ success: succeeded, data: vendorBody }) },
  errors: ['VENDOR_NOT_FOUND'],
  touches: { reads: ['company', 'vendor', 'vendorAlerts', 'watch'], writes: ['companyReads'] },
});
