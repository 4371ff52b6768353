import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { warningsSchema } from '#shared/http/warnings';
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
    'Starts daily checks of a vendor and debits `vendor_monitoring_monthly` for the first month. The same ' +
    'amount is debited each month until you remove the watch. If nobody has watched or added the business ' +
    'before, it is looked up in the registry by its number. If you already watch the vendor, the response is ' +
    'a 200 and nothing is charged; if you send a `label`, it replaces the current one. An account can watch ' +
    'up to 1,000 vendors in each environment. `warnings` lists the fields of the body that do not exist and were ' +
    'ignored.',
  caller: 'account',
  limit: 'monitoringWrites',
  body: addWatchBody,
  success: { 201: v.object({ ...watched.entries, warnings: warningsSchema }), 200: watched },
  errors: ['INSUFFICIENT_BALANCE', 'VENDOR_NOT_FOUND', 'BUSINESS_NOT_FOUND', 'TOO_MANY_WATCHES', 'SOURCE_UNAVAILABLE'],
  idempotent: 'claim',
  links: [{ to: 'remove-watch', parameters: { vendorId: 'data.vendorId' } }],
  touches: {
    reads: ['company', 'companyNumber', 'rates', 'vendor', 'vendorAlerts', 'wallet', 'watch'],
    writes: ['company', 'companyNumber', 'outbox', 'vendor', 'wallet', 'watch', 'watchCounts'],
    uses: ['sources'],
  },
});
