import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { moment } from '#shared/http/schemas/time-range';
import { component, described, WHOLE } from '#shared/platform/described';
import { registrationPath } from '#shared/webhooks/registrations/shown-registration';

const deliveryRecoveryBody = component(
  v.object({
    count: described(v.number(), 'The number of deliveries to recover when the recovery started.', WHOLE),
  }),
  'DeliveryRecovery',
  'A recovery of missed deliveries.',
);

/** Sends again what a registration missed. */
export const recoverDeliveries = contract({
  name: 'recover-deliveries',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks/{id}/recover',
  summary: 'Recover missed webhook deliveries',
  description:
    'Resends every delivery created since `since` that failed or was skipped. Each is sent once, with five ' +
    'new attempts, the same id and the same body. Sending starts at once, at up to 300 deliveries a minute, ' +
    'after new events. While a recovery runs, repeating the same call returns its count.',
  caller: 'account',
  path: registrationPath,
  body: object({
    since: described(
      moment('since', 'first'),
      'The time to recover from: a timestamp, or a date, which stands for that day in Africa/Lagos. At most 30 ' +
        'days ago.',
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: deliveryRecoveryBody,
    }),
  },
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_INACTIVE', 'RECOVERY_RUNNING'],
  touches: {
    reads: ['registrations', 'deliveryLog'],
    writes: ['recovery'],
    uses: ['deliveries'],
  },
});
