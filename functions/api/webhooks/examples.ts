import type { RequestExamples } from '#shared/http/request-example';

/** A request to each endpoint of the group, which succeeds. */
export const webhooksExamples: RequestExamples = {
  'create-webhook': {
    body: {
      appId: '<WIDGET_ID>',
      environment: 'sandbox',
      serviceType: 'kyc_widget',
      endpoint: '<WEBHOOK_ENDPOINT>',
    },
  },
  'list-webhooks': {},
  'rotate-webhook-secret': {
    path: {
      id: '<WEBHOOK_ID>',
    },
  },
  'delete-webhook': {
    path: {
      id: '<WEBHOOK_ID>',
    },
  },
};
