import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { deletionWrites, findOwnedRegistration } from '#shared/webhooks/registrations/registration-repository';
import { deleteWebhook } from './delete-webhook.contract.ts';

/** DELETE /v1/developers/webhooks/{id} */
export const handler = serve(deleteWebhook, {
  load: ({ path, caller }, { table }) => findOwnedRegistration(table, caller, path.id),
  answer: async ({ loaded: registration, meta }, { commit }) => {
    if (!registration) throw new ApiError('WEBHOOK_NOT_FOUND');
    const response = { success: true, message: 'Webhook registration deleted.' } as const;
    const { written } = await commit(deletionWrites(registration, meta.nowMs), response);
    // Deleted by another call since it was read.
    if (!written) throw new ApiError('WEBHOOK_NOT_FOUND');
    return response;
  },
});
