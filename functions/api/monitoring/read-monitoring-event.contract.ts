import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idText } from '#shared/http/schemas/texts';
import { readEventBody } from '#shared/monitoring/vendors/event-bodies';
import { described } from '#shared/platform/described';

/** Reads what alerts, webhooks and score histories name by its id. */
export const readMonitoringEvent = contract({
  name: 'read-monitoring-event',
  group: 'monitoring',
  method: 'GET',
  route: '/v1/monitoring/events/{eventId}',
  summary: 'Read a monitoring event',
  description:
    'Returns the event that an alert, a webhook or a point of the score history names. Only accounts that watch or own ' +
    'its vendor can read it.',
  caller: 'account',
  limit: 'monitoringReads',
  path: object({ eventId: described(idText, 'The event (`evt_`).') }),
  success: { 200: v.object({ success: succeeded, data: readEventBody }) },
  errors: ['EVENT_NOT_FOUND'],
  touches: { reads: ['company', 'monitoringEvents', 'vendor', 'watch'] },
});
