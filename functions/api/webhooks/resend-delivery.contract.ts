import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { deliveryBody, deliveryPath } from './contract-parts.ts';

/** Has an ended delivery sent again. */
export const resendDelivery = contract({
  name: 'resend-delivery',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/deliveries/{id}/resend',
  summary: 'Send a webhook delivery again',
  description:
    'Gives a delivery that has ended, whatever its outcome, five fresh attempts, the first at once: with the same id ' +
    'and the same body, byte for byte, to the endpoint and under the secret that the registration has now.',
  caller: 'account',
  limit: 'deliveryResends',
  path: deliveryPath,
  success: { 200: v.object({ success: succeeded, data: deliveryBody }) },
  errors: ['DELIVERY_NOT_FOUND', 'DELIVERY_NOT_ENDED', 'WEBHOOK_INACTIVE'],
  touches: { reads: ['delivery', 'loggedDelivery', 'registrations'], writes: ['delivery'], uses: ['deliveries'] },
});
