import { EVENTS } from '#shared/events/catalogue';
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
};
