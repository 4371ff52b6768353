import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { deliveries } from '#shared/webhooks/deliveries/records/delivery-queue';
import { deliveryView } from '#shared/webhooks/deliveries/records/delivery-view';
import { resendWrites, resent } from '#shared/webhooks/deliveries/resend';
import { findOwnedDelivery } from '#shared/webhooks/delivery-log/read-delivery';
import { resendDelivery } from './resend-delivery.contract.ts';

/** POST /v1/developers/deliveries/{id}/resend */
export const handler = serve(resendDelivery, {
  effects: [deliveries],
  load: ({ path, caller }, { table }) => findOwnedDelivery(table, caller, path.id),
  answer: async ({ loaded: delivery, meta }, { table, deliveries: send }) => {
    if (!delivery) throw new ApiError('DELIVERY_NOT_FOUND');
    const result = await table.transact(resendWrites(delivery, meta.nowMs));
    if (!result.written) throw new ApiError(result.refusals.delivery ? 'DELIVERY_NOT_ENDED' : 'WEBHOOK_INACTIVE');
    const { deliveryId, registrationId } = delivery;
    // The delivery is stored: if the message is lost, the sweep sends it within two minutes.
    await send({ deliveryId, registrationId, delayMs: 0 }).catch(() => undefined);
    return { success: true, data: deliveryView(resent(delivery)) };
  },
});
