import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { readRegistrationBody, registrationPath } from '#shared/webhooks/registrations/shown-registration';

/** Shows one registration. */
export const readWebhook = contract({
  name: 'read-webhook',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/webhooks/{id}',
  summary: 'Read a webhook registration',
  description:
    'Returns a registration as in the list, with the time and reason if we deactivated it. A deleted ' +
    'registration is not found.',
  caller: 'account',
  path: registrationPath,
  success: { 200: v.object({ success: succeeded, data: readRegistrationBody }) },
  errors: ['WEBHOOK_NOT_FOUND'],
  touches: { reads: ['registrations'] },
});
