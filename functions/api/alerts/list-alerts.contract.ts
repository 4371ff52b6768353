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
    'Of the environment of the credential (`live` for a session), newest first, with exact totals. Alerts stay when their ' +
    'vendor is no longer watched.',
  caller: 'account',
  limit: 'monitoringReads',
  query: object({
    ...pageQueryEntries,
    read: v.optional(described(booleanText(), 'Only those that were marked as read, or only the others.')),
    vendorId: v.optional(described(idFilter, 'Only those about this vendor (`cmp_`).')),
    severity: v.optional(described(v.picklist(SEVERITIES), 'Only those of this severity.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(alertBody), 'The alerts of one page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['accountAlerts', 'accountAlertsByState', 'vendorAlerts', 'vendorAlertsByState'] },
});
