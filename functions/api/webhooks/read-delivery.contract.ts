import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { deliveryDetailBody, deliveryPath } from './contract-parts.ts';

/** Shows one delivery with its attempts. */
export const readDelivery = contract({
  name: 'read-delivery',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/deliveries/{id}',
  summary: 'Read a webhook delivery with its attempts',
  description:
    'Returns what was sent and how your endpoint responded to each attempt. Deliveries are kept for 30 days, ' +
    'even if their registration is deleted.',
  caller: 'account',
  path: deliveryPath,
  success: { 200: v.object({ success: succeeded, data: deliveryDetailBody }) },
  errors: ['DELIVERY_NOT_FOUND'],
  touches: { reads: ['delivery'] },
});
