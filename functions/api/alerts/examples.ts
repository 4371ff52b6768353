import type { RequestExamples } from '#shared/http/request-example';

const VENDOR_ID = 'cmp_01KAJ3V2M8T4K6W0Y5R7P9N1BX';
const EVENT_ID = 'evt_01KAJ6M2Q5S8V1X4Z7B0D3F6H9';
const CREATED_AT = '2026-11-21T14:10:03.512Z';

/** An alert about a change of directors. */
const ALERT = {
  alertId: 'al_01KAJ6M2Q5C9E2G5J8M1P4R7TV',
  customerId: 'usr_01KAJ3T6B1N8H5Q7W2E4Z9C3VM',
  vendorId: VENDOR_ID,
  vendorName: 'Adire Textiles Limited',
  eventId: EVENT_ID,
  severity: 'MEDIUM',
  title: 'Directors changed',
  message: 'Adire Textiles Limited has had a change of directors.',
  whatChanged: 'Musa Bello is no longer a director.',
  monitoringUrl: `https://app.example.com/monitoring/vendors/${VENDOR_ID}`,
  read: false,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};

/** A request to each endpoint of the group, which succeeds. */
export const alertsExamples: RequestExamples = {
  'list-alerts': {
    query: { read: 'false', severity: 'MEDIUM', page: '1', limit: '20' },
    response: {
      success: true,
      data: [ALERT],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'read-alert': {
    path: { alertId: '<ALERT_ID>' },
    response: { success: true, data: { ...ALERT, alertId: '<ALERT_ID>' } },
  },
  'mark-alert-read': {
    path: { alertId: '<ALERT_ID>' },
    response: {
      success: true,
      data: {
        alertId: '<ALERT_ID>',
        read: true,
        updatedAt: '2026-11-21T15:02:44.870Z',
        vendorId: VENDOR_ID,
        eventId: EVENT_ID,
      },
    },
  },
  'mark-alerts-read': {
    body: { read: true, vendorId: '<ALERTED_VENDOR_ID>' },
    response: { success: true, data: { marked: 1, unread: 0 } },
  },
};
