import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { readRegistrationBody, registrationPath } from '#shared/webhooks/registrations/shown-registration';

/** Deactivates a registration of the sandbox at once. */
export const deactivateSandboxWebhook = contract({
  name: 'deactivate-sandbox-webhook',
  group: 'sandbox',
  method: 'POST',
  route: '/v1/sandbox/webhooks/{id}/deactivate',
  summary: 'Deactivate a sandbox registration',
  description:
    'Deactivates one of your sandbox registrations as if nothing had been delivered to it for five days; a ' +
    'registration in `live` is not found. The email about it is sent within a minute or two. A registration that ' +
    'we have deactivated stays as it is; one that you have deactivated is a 409.',
  caller: 'account',
  limit: 'sandboxActions',
  path: registrationPath,
  success: { 200: v.object({ success: succeeded, data: readRegistrationBody }) },
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_INACTIVE'],
  touches: { reads: ['breaker', 'registrations'], writes: ['breaker', 'deactivationNotice', 'registrations'] },
});
