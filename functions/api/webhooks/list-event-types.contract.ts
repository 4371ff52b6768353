import * as v from 'valibot';
import { serviceTypeSchema } from '#shared/events/catalogue';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { optionalPageQueryEntries, paginationSchema } from '#shared/http/schemas/pagination';
import { component, described } from '#shared/platform/described';

const eventType = component(
  v.object({
    event: described(v.string(), 'Its name.'),
    serviceType: described(
      v.nullable(serviceTypeSchema),
      'The service type of the registrations that receive it; null: of all of them.',
    ),
    description: described(v.string(), 'What happened.'),
    schema: described(v.record(v.string(), v.unknown()), 'The JSON Schema (2020-12) of its `data`.'),
    example: described(v.record(v.string(), v.unknown()), 'An example of its `data`.'),
  }),
  'EventType',
  'A type of event that webhooks and the event feed hold.',
);

/** Lists the types of events. */
export const listEventTypes = contract({
  name: 'list-event-types',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/event-types',
  summary: 'List the types of events',
  description:
    'Every type of event that a registration can receive, with the JSON Schema of its `data` and an example. New types ' +
    'and new fields may be added; a field never changes its meaning or goes away. The whole list, or with `page` or ' +
    '`limit` one page of it and `pagination` beside it.',
  caller: 'account',
  query: object(optionalPageQueryEntries),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(eventType), 'The types.'),
      pagination: v.exactOptional(paginationSchema),
    }),
  },
  touches: {},
});
