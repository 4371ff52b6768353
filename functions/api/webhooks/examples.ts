import { EVENTS, TEST_EVENT } from '#shared/events/catalogue';
import { eventTypes } from '#shared/http/openapi/event-types';
import type { RequestExamples } from '#shared/http/request-example';
import { maskSecret } from '#shared/platform/mask-secret';

const SECRET = 'whsec_Nl1tnBn4Vf+UES8/d7QJF7rIVMdTbFOGfffG4UfTiIk=';

const REGISTRATION = {
  id: '<WEBHOOK_ID>',
  appId: '<WIDGET_ID>',
  environment: 'sandbox',
  serviceType: 'kyc_widget',
  endpoint: '<WEBHOOK_ENDPOINT>',
  isActive: true,
  createdAt: '<NOW>',
};

const DELIVERY = {
  id: '<ENDED_DELIVERY_ID>',
  webhookId: '<WEBHOOK_ID>',
  environment: 'sandbox',
  eventId: 'sev_01KAJ3X7H4K2M5P8S1V4Y7B0D3',
  event: 'kyb.applicant.decision',
};

/** A request to each endpoint of the group, which succeeds. */
export const webhooksExamples: RequestExamples = {
  'create-webhook': {
    body: {
      appId: '<WIDGET_ID>',
      environment: 'sandbox',
      serviceType: 'kyc_widget',
      endpoint: '<WEBHOOK_ENDPOINT>',
    },
    response: { success: true, data: { ...REGISTRATION, signingSecret: SECRET } },
  },
  'list-webhooks': {
    response: { success: true, data: [{ ...REGISTRATION, signingSecretMasked: maskSecret(SECRET) }] },
  },
  'read-webhook': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    response: {
      success: true,
      data: {
        ...REGISTRATION,
        signingSecretMasked: maskSecret(SECRET),
        deactivatedAt: null,
        deactivatedReason: null,
      },
    },
  },
  'list-events': {
    response: {
      success: true,
      data: [
        {
          id: 'sev_01KAJ3X7H4K2M5P8S1V4Y7B0D3',
          event: 'kyb.applicant.created',
          environment: 'sandbox',
          createdAt: '<NOW>',
          data: EVENTS['kyb.applicant.created'].example,
        },
      ],
      nextAfter: 'live-0_sandbox-1',
    },
  },
  'update-webhook': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    body: { endpoint: '<WEBHOOK_ENDPOINT>', isActive: true },
    response: { success: true, data: { ...REGISTRATION, signingSecretMasked: maskSecret(SECRET) } },
  },
  'rotate-webhook-secret': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    body: { overlapSeconds: 3600 },
    response: { success: true, data: { id: '<WEBHOOK_ID>', signingSecret: SECRET, rotatedAt: '<NOW>' } },
  },
  'delete-webhook': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    response: { success: true, message: 'Webhook registration deleted.' },
  },
  'list-deliveries': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    query: { status: 'failed', event: 'kyb.applicant.decision', from: '2026-11-01' },
    response: {
      success: true,
      data: [
        {
          ...DELIVERY,
          status: 'failed',
          attemptCount: 5,
          createdAt: '2026-11-21T14:03:20.051Z',
          endedAt: '2026-11-21T14:04:36.310Z',
          endReason: 'attempts_exhausted',
        },
      ],
      pagination: { page: 1, limit: 20, total: 1, totalPages: 1, hasNext: false, hasPrev: false },
    },
  },
  'read-delivery': {
    path: {
      id: '<ENDED_DELIVERY_ID>',
    },
    response: {
      success: true,
      data: {
        ...DELIVERY,
        status: 'delivered',
        attemptCount: 2,
        createdAt: '2026-11-21T14:03:20.051Z',
        endedAt: '2026-11-21T14:03:26.310Z',
        endReason: 'delivered',
        nextAttemptAt: null,
        body: JSON.stringify({
          id: 'whd_01KAJ3X1QM3B6C9D0E1F2G3H4J',
          event: 'kyb.applicant.decision',
          createdAt: '2026-11-21T14:03:19.870Z',
          data: EVENTS['kyb.applicant.decision'].example,
        }),
        attempts: [
          {
            number: 1,
            trigger: 'scheduled',
            startedAt: '2026-11-21T14:03:20.113Z',
            durationMs: 10_000,
            statusCode: null,
            responseExcerpt: null,
            errorClass: 'timeout',
          },
          {
            number: 2,
            trigger: 'scheduled',
            startedAt: '2026-11-21T14:03:26.240Z',
            durationMs: 67,
            statusCode: 200,
            responseExcerpt: 'ok',
            errorClass: null,
          },
        ],
      },
    },
  },
  'recover-deliveries': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    body: { since: '<NOW>' },
    response: { success: true, data: { count: 12 } },
  },
  'resend-delivery': {
    path: {
      id: '<ENDED_DELIVERY_ID>',
    },
    response: {
      success: true,
      data: {
        ...DELIVERY,
        status: 'pending',
        attemptCount: 5,
        createdAt: '2026-11-21T14:03:20.051Z',
        endedAt: null,
        endReason: null,
      },
    },
  },
  'test-webhook': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    response: {
      success: true,
      data: {
        ...DELIVERY,
        event: TEST_EVENT,
        status: 'pending',
        attemptCount: 0,
        createdAt: '<NOW>',
        endedAt: null,
        endReason: null,
      },
    },
  },
  'list-event-types': { response: { success: true, data: eventTypes().slice(0, 1) } },
};
