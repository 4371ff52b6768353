import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { booleanText, idFilter } from '#shared/http/schemas/texts';
import { alertBody } from '#shared/monitoring/alerts/alert-view';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { described } from '#shared/platform/described';

/** Lists the alerts of the account. */
export const listAlerts = contract({
  name: 'list-alerts',
  group: 'alerts',
  method: 'GET',
  route: '/v1/monitoring/alerts',
  summary: 'List alerts',
  description:
    "Lists alerts of the credential's environment (`live` for a session), newest first, with exact totals. " +
    'Alerts remain when their vendor is no longer watched.',
  caller: 'account',
  limit: 'monitoringReads',
  query: object({
    ...pageQueryEntries,
    read: v.optional(described(booleanText(), '`true` for alerts that are marked as read, `false` for the rest.')),
    vendorId: v.optional(described(idFilter, 'Only alerts about this vendor (`cmp_`).')),
    severity: v.optional(described(v.picklist(SEVERITIES), 'Only alerts of this severity.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(alertBody), 'The alerts of the page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['accountAlerts', 'accountAlertsByState', 'vendorAlerts', 'vendorAlertsByState'] },
});
