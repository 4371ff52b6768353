import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { registrationPath } from '#shared/webhooks/registrations/shown-registration';
import { deliveryBody } from './contract-parts.ts';

/** Sends a test event to a registration. */
export const testWebhook = contract({
  name: 'test-webhook',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks/{id}/test',
  summary: 'Send a test event',
  description:
    'Sends the event `webhook.test` to a registration, signed and retried like any other event. It does not ' +
    'appear in the event feed. You can send one test every ten seconds to each registration.',
  caller: 'account',
  path: registrationPath,
  success: { 200: v.object({ success: succeeded, data: deliveryBody }) },
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_INACTIVE', 'TOO_MANY_TESTS'],
  idempotent: 'commit',
  touches: { reads: ['registrations'], writes: ['delivery', 'registrations'], uses: ['deliveries'] },
});
