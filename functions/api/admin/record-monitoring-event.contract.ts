import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { monitoringEventBody, reportBody } from '#shared/monitoring/vendors/event-bodies';

const response = v.object({ success: succeeded, data: monitoringEventBody });

/** Records a monitoring event of a vendor. */
export const recordMonitoringEvent = contract({
  name: 'record-monitoring-event',
  group: 'admin',
  method: 'POST',
  route: '/v1/admin/monitoring/events',
  summary: 'Report a monitoring event',
  description:
    "Records a monitoring event, changes the vendor's score at once and then notifies every account that " +
    'watches the vendor. The vendor can be any company in `live`, watched or not. A sandbox vendor is not ' +
    'found: its account simulates its own events. An event that repeats one from the last 7 days (same ' +
    'vendor, kind and source) returns the earlier event with a 200 and changes nothing. An audit entry is ' +
    'recorded.',
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
