import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { deliveryBody, deliveryPath } from './contract-parts.ts';

/** Sends an ended delivery again. */
export const resendDelivery = contract({
  name: 'resend-delivery',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/deliveries/{id}/resend',
  summary: 'Resend a webhook delivery',
  description:
    'Sends a delivery that has ended once more, whatever its outcome, with five new attempts. The first ' +
    'attempt is made at once. The id and the body are the same, byte for byte. The current endpoint and ' +
    'signing secret of the registration are used.',
  caller: 'account',
  limit: 'deliveryResends',
  path: deliveryPath,
  success: { 200: v.object({ success: succeeded, data: deliveryBody }) },
  errors: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_ENDED', 'WEBHOOK_INACTIVE'],
  touches: { reads: ['delivery', 'registrations'], writes: ['delivery'], uses: ['deliveries'] },
});
