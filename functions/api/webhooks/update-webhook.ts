import { newerOf, onLatest } from '#shared/db/latest';
import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { registrationChangeWrites } from '#shared/webhooks/deliveries/conclusions/reactivation';
import { endpoints, requireAllowed } from '#shared/webhooks/endpoints/endpoint-rules';
import type { Registration } from '#shared/webhooks/registrations/registration';
import { findOwnedRegistration, registrationRecord } from '#shared/webhooks/registrations/registration-repository';
import { listedRegistration } from '#shared/webhooks/registrations/registration-view';
import { updateWebhook } from './update-webhook.contract.ts';

/** PATCH /v1/developers/webhooks/{id} */
export const handler = serve(updateWebhook, {
  effects: [endpoints],
  load: ({ path, caller }, { table }) => findOwnedRegistration(table, caller, path.id),
  answer: async ({ path: { id }, body: change, caller, loaded: registration, meta }, { table, endpoints: check }) => {
    if (!registration) throw new ApiError('WEBHOOK_NOT_FOUND');
    // Host names are resolved only for the owner of a registration.
    if (change.endpoint !== undefined) requireAllowed(await check(change.endpoint));
    const isChanged = change.endpoint !== undefined || change.isActive !== undefined;
    if (!isChanged) return { success: true, data: listedRegistration(registration) };
    const attempt = async (read: Registration) => ({
      result: await table.transact(registrationChangeWrites(caller, id, change, meta.nowMs, read)),
      value: { ...read, ...change },
    });
    // The registration may have changed since it was read, by another call or because its endpoint failed: the response
    // shows what is stored.
    const { result, value } = await onLatest(
      registration,
      attempt,
      newerOf(registrationRecord(caller.accountId, id), 'anything'),
    );
    // Deleted by another call since it was read.
    if (!result.written) throw new ApiError('WEBHOOK_NOT_FOUND');
    return { success: true, data: listedRegistration(value) };
  },
});
