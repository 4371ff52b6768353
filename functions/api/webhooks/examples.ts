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
  'rotate-webhook-secret': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    response: { success: true, data: { id: '<WEBHOOK_ID>', signingSecret: SECRET, rotatedAt: '<NOW>' } },
  },
  'delete-webhook': {
    path: {
      id: '<WEBHOOK_ID>',
    },
    response: { success: true, message: 'Webhook registration deleted.' },
  },
};
