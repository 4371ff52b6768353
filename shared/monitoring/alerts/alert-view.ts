import * as v from 'valibot';
import { mainWebOrigin } from '#shared/http/own-origins';
import { SEVERITIES } from '#shared/monitoring/vendors/event-kinds';
import { component, DATE_TIME, described } from '#shared/platform/described';
import type { Alert } from './alert.ts';

/** An alert as the API shows it (interface: Monitoring alert). */
export const alertBody = component(
  v.object({
    alertId: described(v.string(), 'The id of the alert (`al_`).'),
    customerId: described(v.string(), 'The id of the account that receives the alert (`usr_`).'),
    vendorId: described(v.string(), 'The id of the vendor (`cmp_`).'),
    vendorName: described(v.string(), 'The name of the vendor when the alert was created.'),
    eventId: described(v.string(), 'The id of the monitoring event that the alert reports (`evt_`).'),
    severity: described(v.picklist(SEVERITIES), 'The severity of the event.'),
    title: described(v.string(), 'A short title that describes what happened.'),
    message: described(v.string(), 'A sentence that describes what happened.'),
    whatChanged: described(v.string(), 'What changed, as far as is known.'),
    monitoringUrl: described(v.string(), 'The URL of the page that shows the vendor.', { format: 'uri' }),
    read: described(v.boolean(), 'Whether the alert is marked as read.'),
    createdAt: described(v.string(), 'When the alert was created.', DATE_TIME),
    updatedAt: described(
      v.string(),
      'When the alert was last updated: when it was created, or when it was marked as read.',
      DATE_TIME,
    ),
  }),
  'MonitoringAlert',
  'A notice about an event that concerns a vendor you watch.',
);

/** The page of a vendor at the stage's first web origin. */
const monitoringUrl = (vendorId: string): string => `${mainWebOrigin()}/monitoring/vendors/${vendorId}`;

/** Shows an alert to its account. */
export const alertView = (alert: Alert): v.InferOutput<typeof alertBody> => ({
  alertId: alert.id,
  customerId: alert.accountId,
  vendorId: alert.vendorId,
  vendorName: alert.vendorName,
  eventId: alert.eventId,
  severity: alert.severity,
  title: alert.title,
  message: alert.message,
  whatChanged: alert.whatChanged,
  monitoringUrl: monitoringUrl(alert.vendorId),
  read: alert.read,
  createdAt: alert.createdAt,
  updatedAt: alert.updatedAt,
});
