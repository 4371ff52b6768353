import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { monitoringEventBody, simulatedReportBody } from '#shared/monitoring/vendors/event-bodies';

const response = v.object({ success: succeeded, data: monitoringEventBody });

/** Records an event of a vendor of the sandbox. */
export const simulateSandboxMonitoringEvent = contract({
  name: 'simulate-sandbox-monitoring-event',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/monitoring/events',
  summary: 'Simulate a monitoring event',
  description:
    'Simulates a monitoring event for a sandbox vendor that you watch or own; one of `live` is not found. It ' +
    'has the effects of a detected event: the score changes, and if you watch the vendor there is an alert ' +
    'with its webhooks. An event that repeats one of the last 7 days (same vendor, kind and source) returns ' +
    'that event with a 200 and changes nothing: send a different `source` each time.',
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
