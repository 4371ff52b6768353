import { ApiError } from '#shared/http/errors';
import { serve } from '#shared/http/serve';
import { registrationChangeWrites } from '#shared/webhooks/deliveries/reactivation';
import { endpoints, requireAllowed } from '#shared/webhooks/endpoints/endpoint-rules';
import { findOwnedRegistration } from '#shared/webhooks/registrations/registration-repository';
import { listedRegistration } from '#shared/webhooks/registrations/registration-view';
import { updateWebhook } from './update-webhook.contract.ts';

/** PATCH /v1/developers/webhooks/{id} */
export const handler = serve(updateWebhook, {
  effects: [endpoints],
  load: ({ path, caller }, { table }) => findOwnedRegistration(table, caller, path.id),
  answer: async ({ path: { id }, body: change, caller, loaded: registration, meta }, { table, endpoints: check }) => {
    if (!registration) throw new ApiError('WEBHOOK_NOT_FOUND');
    // Names are resolved for the owner of a registration only.
    if (change.endpoint !== undefined) requireAllowed(await check(change.endpoint));
    if (change.endpoint !== undefined || change.isActive !== undefined) {
      const { written } = await table.transact(registrationChangeWrites(caller, id, change, meta.nowMs));
      // Deleted by another call since it was read.
      if (!written) throw new ApiError('WEBHOOK_NOT_FOUND');
    }
    return { success: true, data: listedRegistration({ ...registration, ...change }) };
  },
});
