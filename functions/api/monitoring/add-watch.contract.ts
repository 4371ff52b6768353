import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { vendorBody } from '#shared/monitoring/watches/vendor-view';
import { addWatchBody } from '#shared/monitoring/watches/watch-bodies';

const watched = v.object({ success: succeeded, data: vendorBody });

/** Puts a vendor on the watchlist. */
export const addWatch = contract({
  name: 'add-watch',
  group: 'monitoring',
  method: 'POST',
  route: '/v1/monitoring/watchlist',
  summary: 'Watch a vendor',
  description:
    'Debits `vendor_monitoring_monthly` for the first month and starts daily checks; the same is debited each month from then ' +
    'on, until you remove the vendor. A business that nobody has watched or added is looked up in the registry by its ' +
    'number. One that you watch already is 200: nothing is charged, and a `label` replaces the one it has. At most 1,000 ' +
    'vendors in each environment.',
  caller: 'account',
  limit: 'monitoringWrites',
  body: addWatchBody,
  success: { 201: watched, 200: watched },
  errors: ['INSUFFICIENT_BALANCE', 'VENDOR_NOT_FOUND', 'BUSINESS_NOT_FOUND', 'TOO_MANY_WATCHES', 'SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  links: [{ to: 'remove-watch', parameters: { vendorId: 'data.vendorId' } }],
  touches: {
    reads: ['company', 'companyNumber', 'rates', 'vendor', 'vendorAlerts', 'wallet', 'watch'],
    writes: ['company', 'companyNumber', 'outbox', 'vendor', 'wallet', 'watch', 'watchCounts'],
    uses: ['sources'],
  },
});
