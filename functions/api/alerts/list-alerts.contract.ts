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
    "Lists the alerts in the credential's environment (`live` for a session), newest first, with exact " +
    'totals. Alerts stay listed when you no longer watch their vendor.',
  caller: 'account',
  limit: 'monitoringReads',
  query: object({
    ...pageQueryEntries,
    read: v.optional(
      described(
        booleanText(),
        'Whether to list only alerts that are marked as read (`true`) or only unread ones (`false`).',
      ),
    ),
    vendorId: v.optional(described(idFilter, 'Only alerts about this vendor (`cmp_`).')),
    severity: v.optional(described(v.picklist(SEVERITIES), 'Only alerts with this severity.')),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(alertBody), 'The alerts on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  touches: { reads: ['accountAlerts', 'accountAlertsByState', 'vendorAlerts', 'vendorAlertsByState'] },
});
