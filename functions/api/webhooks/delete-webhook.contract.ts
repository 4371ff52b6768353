import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { resultMessage, succeeded } from '#shared/http/envelope';
import { registrationPath } from '#shared/webhooks/registrations/shown-registration';

/** Deletes a registration. */
export const deleteWebhook = contract({
  name: 'delete-webhook',
  group: 'webhooks',
  method: 'DELETE',
  route: '/v1/developers/webhooks/{id}',
  summary: 'Delete a webhook registration',
  description:
    'Deletes a registration. Nothing more is sent to it, including retries that are still waiting. Its app, ' +
    'environment and service type become available for another registration.',
  caller: 'account',
  limit: 'webhookWrites',
  path: registrationPath,
  success: { 200: v.object({ success: succeeded, message: resultMessage }) },
  errors: ['WEBHOOK_NOT_FOUND'],
  touches: { reads: ['registrations'], writes: ['registrations', 'registrationSlot'] },
});
