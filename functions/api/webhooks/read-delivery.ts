import { ApiError } from '#shared/errors/api-error';
import { serve } from '#shared/http/serve';
import { deliveryDetail } from '#shared/webhooks/deliveries/records/delivery-view';
import { readDeliveryWithAttempts } from '#shared/webhooks/delivery-log/read-delivery';
import { readDelivery } from './read-delivery.contract.ts';

/** GET /v1/developers/deliveries/{id} */
export const handler = serve(readDelivery, {
  load: ({ path, caller }, { table }) => readDeliveryWithAttempts(table, caller, path.id),
  answer: ({ loaded }) => {
    if (!loaded) throw new ApiError('DELIVERY_NOT_FOUND');
    return { success: true, data: deliveryDetail(loaded.delivery, loaded.attempts) };
  },
});
