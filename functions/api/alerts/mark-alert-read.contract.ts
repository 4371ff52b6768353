import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { alertPath } from './contract-parts.ts';

const alertReadBody = component(
  v.object({
    alertId: described(v.string(), 'The id of the alert (`al_`).'),
    read: described(v.boolean(), 'Whether the alert is marked as read.'),
    updatedAt: described(v.string(), 'When the alert was first marked as read.', DATE_TIME),
    vendorId: described(v.string(), 'The id of the vendor (`cmp_`).'),
    eventId: described(v.string(), 'The id of the monitoring event that the alert reports (`evt_`).'),
  }),
  'AlertRead',
  'An alert that was marked as read.',
);

/** Marks an alert as read. */
export const markAlertRead = contract({
  name: 'mark-alert-read',
  group: 'alerts',
  method: 'PATCH',
  route: '/v1/monitoring/alerts/{alertId}/read',
  summary: 'Mark an alert as read',
  description: 'Marks an alert as read. Marking it again changes nothing, not even `updatedAt`.',
  caller: 'account',
  limit: 'monitoringWrites',
  path: alertPath,
  success: { 200: v.object({ success: succeeded, data: alertReadBody }) },
  errors: ['ALERT_NOT_FOUND'],
  touches: { reads: ['alert'], writes: ['accountAlerts', 'alert', 'vendorAlerts'] },
});
