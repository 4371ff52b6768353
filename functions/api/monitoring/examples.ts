import type { RequestExamples } from '#shared/http/request-example';
import { WATCHED } from '#shared/monitoring/watches/watch-examples';

const VENDOR = {
  vendorId: '<COMPANY_ID>',
  vendorName: 'Adire Textiles Limited',
  rcNumber: 'RC1234567',
  riskTier: 'LOW',
  claimStatus: 'claimed',
  score: 72,
  previousScore: 80,
  scoreUpdatedAt: '2026-11-21T14:10:02.118Z',
  hasAlerts: true,
  unreadAlerts: 1,
  lastEventAt: '2026-11-21T14:10:02.118Z',
  label: 'Cloth',
  status: 'active',
  active: true,
  monitoringSince: '2026-11-20T09:00:00.000Z',
  paidUntil: '2026-12-20T09:00:00.000Z',
  createdAt: '2026-11-20T09:00:00.000Z',
  updatedAt: '2026-11-21T14:10:02.118Z',
};

/** The sandbox has test money; the calls of a session would use the empty `live` wallet. */
const SANDBOX = { authorization: 'Bearer <SANDBOX_SECRET_KEY>' };

/** A reported event of a vendor. */
const EVENT = {
  eventId: '<REPORTED_EVENT_ID>',
  vendorId: '<SANDBOX_COMPANY_ID>',
  kind: 'director_change',
  severity: 'MEDIUM',
  source: 'Corporate Affairs Commission',
  headline: null,
  url: null,
  whatChanged: 'Musa Bello is no longer a director.',
  createdAt: '2026-11-21T14:10:02.118Z',
  match: null,
  voidedAt: null,
};

/** A request to each endpoint of the group, which succeeds. */
export const monitoringExamples: RequestExamples = {
  'add-watch': {
    headers: SANDBOX,
    body: { rcNumber: '<NEW_COMPANY_NUMBER>', classificationId: 2, label: 'Cloth for the autumn collection' },
    response: { success: true, data: WATCHED },
  },
  'list-watches': {
    headers: SANDBOX,
    query: { riskTier: 'LOW', page: '1', limit: '20' },
    response: {
      success: true,
      data: [WATCHED],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'update-watch': {
    headers: SANDBOX,
    path: { vendorId: '<WATCHED_VENDOR_ID>' },
    body: { label: 'Cloth' },
    response: { success: true, data: { ...WATCHED, label: 'Cloth' } },
  },
  'remove-watch': {
    headers: SANDBOX,
    path: { vendorId: '<WATCHED_VENDOR_ID>' },
    response: { success: true, message: 'You no longer watch this vendor.' },
  },
  'read-vendor': {
    path: { vendorId: '<COMPANY_ID>' },
    response: { success: true, data: VENDOR },
  },
  'list-vendor-events': {
    headers: SANDBOX,
    path: { vendorId: '<SANDBOX_COMPANY_ID>' },
    query: { from: '2026-11-01', page: '1', limit: '20' },
    response: {
      success: true,
      data: [EVENT],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'read-monitoring-event': {
    headers: SANDBOX,
    path: { eventId: '<REPORTED_EVENT_ID>' },
    response: { success: true, data: EVENT },
  },
  'read-score-history': {
    path: { vendorId: '<COMPANY_ID>' },
    response: {
      success: true,
      data: {
        vendorId: '<COMPANY_ID>',
        points: [
          {
            eventId: 'evt_01KAJ6K0M3P6R9T2W5Y8A1C4EG',
            timestamp: '2026-11-20T09:00:00.000Z',
            scoreBefore: null,
            scoreAfter: 80,
          },
          {
            eventId: 'evt_01KAJ6M2Q5S8V1X4Z7B0D3F6H9',
            timestamp: '2026-11-21T14:10:02.118Z',
            scoreBefore: 80,
            scoreAfter: 72,
          },
        ],
      },
    },
  },
  'list-media-mentions': {
    query: { riskTier: 'LOW', page: '1', limit: '20' },
    response: {
      success: true,
      data: [
        {
          eventId: 'evt_01KAJ6M2Q5S8V1X4Z7B0D3F6H9',
          vendorId: 'cmp_01KAJ3V2M8T4K6W0Y5R7P9N1BX',
          vendorName: 'Adire Textiles Limited',
          riskTier: 'LOW',
          claimStatus: 'claimed',
          score: 72,
          hasAlerts: true,
          severity: 'MEDIUM',
          agentName: 'adverse-media',
          headline: 'Textile maker fined for late deliveries',
          source: 'The Lagos Courier',
          url: 'https://courier.example/textile-maker',
          sentiment: 'negative',
          whatChanged: 'A report about fines for late deliveries was published.',
          createdAt: '2026-11-21T14:10:02.118Z',
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
};
