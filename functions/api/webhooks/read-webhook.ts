import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { findOwnedRegistration } from '#shared/webhooks/registrations/registration-repository';
import { readRegistration } from '#shared/webhooks/registrations/registration-view';
import { readWebhook } from './read-webhook.contract.ts';

/** GET /v1/developers/webhooks/{id} */
export const handler = serve(readWebhook, {
  load: ({ path, caller }, { table }) => findOwnedRegistration(table, caller, path.id),
  answer: ({ loaded: registration }) => {
    if (!registration) throw new ApiError('WEBHOOK_NOT_FOUND');
    return { success: true, data: readRegistration(registration) };
  },
});
