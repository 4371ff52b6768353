import * as v from 'valibot';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { text } from '#shared/http/schemas/texts';
import { isInOrder, timeRangeQueryEntries } from '#shared/http/schemas/time-range';
import { described } from '#shared/platform/described';
import { DELIVERY_STATUSES } from '#shared/webhooks/deliveries/records/delivery-states';
import { registrationPath } from '#shared/webhooks/registrations/shown-registration';
import { deliveryBody } from './contract-parts.ts';

/** Longer than any event's name. */
const MAX_EVENT_LENGTH = 100;

/** Lists the deliveries of a registration. */
export const listDeliveries = contract({
  name: 'list-deliveries',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/webhooks/{id}/deliveries',
  summary: 'List the deliveries of a webhook registration',
  description:
    'Lists the deliveries from the last 30 days, newest first, with exact totals. `from` and `to` filter by ' +
    '`createdAt` and are inclusive. Each is a timestamp, or a date, which stands for that day in ' +
    'Africa/Lagos. The list lags behind the deliveries by about a second; reading one delivery by its id is ' +
    'always current. The deliveries of a deleted registration stay listed.',
  caller: 'account',
  path: registrationPath,
  query: v.pipe(
    object({
      ...pageQueryEntries,
      status: v.optional(described(v.picklist(DELIVERY_STATUSES), 'Only deliveries with this status.')),
      event: v.optional(
        described(
          v.pipe(
            text(MAX_EVENT_LENGTH),
            v.regex(/^[a-z_]+(\.[a-z_]+)+$/, 'event must be an event type, such as kyb.applicant.decision'),
          ),
          'Only deliveries of this event type, such as `kyb.applicant.decision`.',
        ),
      ),
      ...timeRangeQueryEntries,
    }),
    v.forward(v.partialCheck([['from'], ['to']], isInOrder, 'from must not be after to'), ['from']),
  ),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(deliveryBody), 'The deliveries on this page, newest first.'),
      pagination: paginationSchema,
    }),
  },
  errors: ['WEBHOOK_NOT_FOUND'],
  touches: { reads: ['registrations', 'deliveryLog'] },
});
