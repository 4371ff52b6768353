import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { vendorBody } from '#shared/monitoring/watches/vendor-view';
import { vendorPath } from '#shared/monitoring/watches/watch-bodies';

/** Has a watch of the sandbox reach its next date at once. */
export const renewSandboxWatch = contract({
  name: 'renew-sandbox-watch',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/monitoring/watchlist/{vendorId}/renew',
  summary: 'Renew a sandbox watch',
  description:
    'Has one of your sandbox watches reach its next date; a vendor in `live` is not found. If the sandbox wallet ' +
    'covers it, the next month is debited and `paidUntil` moves on. If not, the first call ends the paid period, ' +
    'and the second one the three days after that: the watch is paused and you are emailed. A paused watch ' +
    'resumes once the wallet covers a month.',
  caller: 'account',
  limit: 'sandboxActions',
  path: vendorPath,
  success: { 200: v.object({ success: succeeded, data: vendorBody }) },
  errors: ['VENDOR_NOT_FOUND'],
  idempotent: 'commit',
  touches: {
    reads: ['company', 'rates', 'vendor', 'vendorAlerts', 'wallet', 'watch'],
    writes: ['outbox', 'vendor', 'wallet', 'watch'],
  },
});
