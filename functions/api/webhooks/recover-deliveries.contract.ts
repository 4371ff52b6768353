import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { moment } from '#shared/http/schemas/time-range';
import { component, described, WHOLE } from '#shared/platform/described';
import { registrationPath } from './contract-parts.ts';

const deliveryRecovery = component(
  v.object({
    count: described(v.number(), 'How many deliveries there were to recover when it was started.', WHOLE),
  }),
  'DeliveryRecovery',
  'A recovery of the deliveries that a registration missed.',
);

/** Has what a registration missed sent again. */
export const recoverDeliveries = contract({
  name: 'recover-deliveries',
  group: 'webhooks',
  method: 'POST',
  route: '/v1/developers/webhooks/{id}/recover',
  summary: 'Recover what a webhook registration missed',
  description:
    'Sends every delivery again that was planned since a time and has failed or was skipped, each once, with five fresh ' +
    'attempts, the same id and the same body. They begin at once and are sent over time, up to 300 a minute, and behind new events. While ' +
    'a recovery runs, the same call returns its count.',
  caller: 'account',
  path: registrationPath,
  body: object({
    since: described(moment('since', 'first'), 'From this time or day (in Africa/Lagos) on: at most 30 days ago.'),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: deliveryRecovery,
    }),
  },
  errors: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_INACTIVE', 'RECOVERY_RUNNING'],
  touches: {
    reads: ['registrations', 'deliveryLog', 'deliveriesByTime'],
    writes: ['recovery'],
    uses: ['deliveries'],
  },
});
