import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { monitoringEventBody, simulatedReportBody } from '#shared/monitoring/vendors/event-bodies';

const response = v.object({ success: succeeded, data: monitoringEventBody });

/** Records an event of a vendor in the sandbox. */
export const simulateSandboxMonitoringEvent = contract({
  name: 'simulate-sandbox-monitoring-event',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/monitoring/events',
  summary: 'Simulate a monitoring event',
  description:
    'Simulates a monitoring event for a sandbox vendor that you watch or own; a vendor in `live` is not ' +
    'found. The event has the same effects as a detected one: the score changes and, if you watch the ' +
    'vendor, an alert is created and webhooks are sent. An event that repeats one from the last 7 days (same ' +
    'vendor, kind and source) returns the earlier event with a 200 and changes nothing, so send a different ' +
    '`source` each time.',
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
