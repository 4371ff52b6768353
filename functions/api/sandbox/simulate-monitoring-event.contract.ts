import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { monitoringEventBody, simulatedReportBody } from '#shared/monitoring/vendors/event-bodies';

const response = v.object({ success: succeeded, data: monitoringEventBody });

/** Records an event of a vendor of the sandbox. */
export const simulateMonitoringEvent = contract({
  name: 'simulate-monitoring-event',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/monitoring/events',
  summary: 'Simulate a monitoring event',
  description:
    'For vendors of the sandbox alone, which the account watches or owns; one of `live` is not found. It does what an event ' +
    'that is found does: the score changes, and there is an alert with its webhooks where the account watches the vendor. ' +
    'One that repeats an event of the last 7 days (same vendor, kind and source) is a 200 with that event, and changes ' +
    'nothing: send a `source` of its own for each.',
  caller: 'account',
  limit: 'sandboxActions',
  body: simulatedReportBody,
  success: { 200: response, 201: response },
  errors: ['VENDOR_NOT_FOUND'],
  idempotent: 'commit',
  touches: {
    reads: ['company', 'recentEvents', 'vendor', 'watch'],
    writes: ['recentEvents', 'vendor'],
    uses: ['fanOuts'],
  },
});
