import * as v from 'valibot';
import { serviceTypeSchema } from '#shared/events/catalogue';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, described } from '#shared/platform/described';

const eventTypeBody = component(
  v.object({
    event: described(v.string(), 'The name of the event type.'),
    serviceType: described(
      v.nullable(serviceTypeSchema),
      'The service type of the registrations that receive the event. Null if registrations of every service ' +
        'type receive it.',
    ),
    description: described(v.string(), 'A description of the event.'),
    schema: described(v.record(v.string(), v.unknown()), 'The JSON Schema (2020-12) of `data`.'),
    example: described(v.record(v.string(), v.unknown()), 'An example of `data`.'),
  }),
  'EventType',
  'A type of event that webhooks and the event feed carry.',
);

/** Lists the types of events. */
export const listEventTypes = contract({
  name: 'list-event-types',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/event-types',
  summary: 'List event types',
  description:
    'Lists every type of event that a registration can receive, with the JSON Schema of its `data` and an ' +
    'example. New types and new fields may be added. A field is never removed and never changes its meaning. ' +
    'If you send `page` or `limit`, returns one page with `pagination` instead of the whole list.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(eventTypeBody), 'The event types.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: {},
});
