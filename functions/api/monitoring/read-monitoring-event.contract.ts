import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { readEventBody } from '#shared/monitoring/vendors/event-bodies';
import { described } from '#shared/platform/described';

/** Reads an event, to whose id alerts, webhooks and score histories refer. */
export const readMonitoringEvent = contract({
  name: 'read-monitoring-event',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/events/{eventId}',
  summary: 'Read a monitoring event',
  description:
    'Returns a monitoring event that is named in an alert, a webhook or a score history. Only accounts that ' +
    'watch or own the vendor can read it.',
  caller: 'account',
  limit: 'monitoringReads',
  path: object({ eventId: described(idText, 'The id of the event (`evt_`).') }),
  success: { 200: v.object({ success: succeeded, data: readEventBody }) },
  errors: ['EVENT_NOT_FOUND'],
  touches: { reads: ['company', 'monitoringEvents', 'vendor', 'watch'] },
});
