import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { isId } from '#shared/platform/ids';
import { deactivateNow } from '#shared/webhooks/deliveries/conclusions/deactivate-now';
import { readBreaker } from '#shared/webhooks/deliveries/limits/breaker-store';
import { findOwnedRegistration } from '#shared/webhooks/registrations/registration-repository';
import { readRegistration } from '#shared/webhooks/registrations/registration-view';
import { deactivateSandboxWebhook } from './deactivate-sandbox-webhook.contract.ts';

/** POST /v1/sandbox/webhooks/{id}/deactivate */
export const handler = serve(deactivateSandboxWebhook, {
  load: async ({ path: { id }, caller }, { table }) => {
    if (!isId('whk', id)) return undefined;
    const [registration, breaker] = await Promise.all([
      findOwnedRegistration(table, caller, id),
      readBreaker(table, id),
    ]);
    // One of `live` is the same as what never was.
    return registration?.environment === 'sandbox' ? { registration, breaker } : undefined;
  },
  answer: async ({ loaded, meta: { nowMs } }, { table }) => {
    if (!loaded) throw new ApiError('WEBHOOK_NOT_FOUND');
    return { success: true, data: readRegistration(await deactivateNow(table, loaded, nowMs)) };
  },
});
