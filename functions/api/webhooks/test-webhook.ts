import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { deliveries } from '#shared/webhooks/deliveries/records/delivery-queue';
import { deliveryView } from '#shared/webhooks/deliveries/records/delivery-view';
import { newTest, refuseTest } from '#shared/webhooks/deliveries/test-delivery';
import { findOwnedRegistration } from '#shared/webhooks/registrations/registration-repository';
import { testWebhook } from './test-webhook.contract.ts';

/** POST /v1/developers/webhooks/{id}/test */
export const handler = serve(testWebhook, {
  effects: [deliveries],
  load: ({ path, caller }, { table }) => findOwnedRegistration(table, caller, path.id),
  answer: async ({ loaded: registration, caller, meta }, { commit, deliveries: send }) => {
    if (!registration) throw new ApiError('WEBHOOK_NOT_FOUND');
    const { delivery, operations } = newTest(caller, registration, meta.nowMs);
    const response = { success: true, data: deliveryView(delivery) } as const;
    const result = await commit(operations, response);
    if (!result.written) throw refuseTest(result.refusals.registration?.found, meta.nowMs);
    const { deliveryId, registrationId } = delivery;
    // The delivery is stored: if the message is lost, the sweep sends it within two minutes.
    await send({ deliveryId, registrationId, delayMs: 0 }).catch(() => undefined);
    return response;
  },
});
