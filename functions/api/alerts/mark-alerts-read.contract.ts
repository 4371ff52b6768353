import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { idFilter } from '#shared/http/schemas/texts';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { component, described } from '#shared/platform/described';
import { wholeNumber } from '#shared/platform/whole-number';

const alertsReadBody = component(
  v.object({
    marked: described(wholeNumber, 'How many alerts this call marked as read.'),
    unread: described(wholeNumber, 'How many matching alerts are still unread.'),
  }),
  'AlertsRead',
  'The result of marking alerts as read.',
);

/** Marks all alerts of the account as read, a hundred at a time. */
export const markAlertsRead = contract({
  name: 'mark-alerts-read',
  group: 'alerts',
  method: 'PATCH',
  route: '/v1/monitoring/alerts',
  summary: 'Mark alerts as read',
  description:
    'Marks unread alerts as read: the newest 100 that match. To mark all of them, repeat the call until `unread` is 0. ' +
    'Without a filter, every alert matches.',
  caller: 'account',
  limit: 'monitoringWrites',
  body: object({
    read: described(
      v.pipe(v.boolean(), v.value(true, 'read must be true')),
      'Always true: an alert cannot be marked as unread.',
    ),
    vendorId: v.exactOptional(described(idFilter, 'Only alerts about this vendor (`cmp_`).')),
    severity: v.exactOptional(described(v.picklist(SEVERITIES), 'Only alerts of this severity.')),
  }),
  success: { 200: v.object({ success: succeeded, data: alertsReadBody }) },
  touches: {
    reads: ['accountAlerts', 'accountAlertsByState', 'vendorAlerts', 'vendorAlertsByState'],
    writes: ['accountAlerts', 'alert', 'vendorAlerts'],
  },
});
