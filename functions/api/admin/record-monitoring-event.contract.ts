import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { monitoringEventBody, reportBody } from '#shared/monitoring/vendors/event-bodies';

const response = v.object({ success: succeeded, data: monitoringEventBody });

/** Records what became known of a vendor. */
export const recordMonitoringEvent = contract({
  name: 'record-monitoring-event',
  group: 'admin',
  method: 'POST',
  route: '/v1/admin/monitoring/events',
  summary: 'Report a monitoring event',
  description:
    'Changes the score of the vendor at once, and then notifies every account that watches it. The vendor is any company of `live`, ' +
    'watched or not; what is in a sandbox is a 404, as if there were none: its account simulates events itself. One that repeats an event of the last 7 days (same vendor, kind and source) is a 200 with that event, ' +
    'and changes nothing. The report is recorded among the changes of administrators.',
  caller: 'admin',
  body: reportBody,
  success: { 200: response, 201: response },
  errors: ['VENDOR_NOT_FOUND'],
  idempotent: 'commit',
  touches: {
    reads: ['accountAccess', 'audit', 'company', 'recentEvents', 'vendor'],
    writes: ['audit', 'recentEvents', 'vendor'],
    uses: ['fanOuts'],
  },
});
