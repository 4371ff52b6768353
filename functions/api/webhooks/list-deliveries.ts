import { NO_ENTRIES } from '#shared/db/lists/page';
import { ApiError } from '#shared/errors/api-error';
import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { isId } from '#shared/platform/ids';
import { deliveryView } from '#shared/webhooks/deliveries/records/delivery-view';
import { readLogPage } from '#shared/webhooks/delivery-log/log-pages';
import { hasHadRegistration } from '#shared/webhooks/registrations/registration-repository';
import { listDeliveries } from './list-deliveries.contract.ts';

/** GET /v1/developers/webhooks/{id}/deliveries */
export const handler = serve(listDeliveries, {
  load: async ({ path: { id }, query, caller, meta }, { table }) => {
    const [isOwned, page] = await Promise.all([
      hasHadRegistration(table, caller, id),
      isId('whk', id) ? readLogPage(table, id, query, query, meta.nowMs) : NO_ENTRIES,
    ]);
    return isOwned ? page : undefined;
  },
  answer: async ({ query, loaded }) => {
    if (!loaded) throw new ApiError('WEBHOOK_NOT_FOUND');
    return { success: true, ...(await pageBody(loaded, query, deliveryView)) };
  },
});
