import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { registrationChangeBody } from '#shared/webhooks/registrations/registration-bodies';
import { listedRegistrationBody, registrationPath } from '#shared/webhooks/registrations/shown-registration';

/** Changes the endpoint and the status of a registration. */
export const updateWebhook = contract({
  name: 'update-webhook',
  group: 'webhooks',
  method: 'PATCH',
  route: '/v1/developers/webhooks/{id}',
  summary: 'Update a webhook registration',
  description:
    'Updates only the fields you send. The id and the signing secret stay the same. A new endpoint must pass ' +
    'the same checks as at registration, and also receives the retries that are still waiting. `isActive: ' +
    'true` ends a deactivation and closes the circuit breaker. While `isActive` is false nothing is sent, ' +
    'and waiting deliveries end as `skipped`.',
  caller: 'account',
  path: registrationPath,
  body: registrationChangeBody,
  success: { 200: v.object({ success: succeeded, data: listedRegistrationBody }) },
  errors: ['WEBHOOK_NOT_FOUND', 'ENDPOINT_NOT_ALLOWED'],
  touches: { reads: ['registrations'], writes: ['breaker', 'registrations'], uses: ['endpoints'] },
});
