import * as v from 'valibot';
import { FEED_POSITION, MAX_POSITION_LENGTH } from '#shared/events/feed-position';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries } from '#shared/http/schemas/pagination';
import { text } from '#shared/http/schemas/texts';
import { component, DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

/** Nothing is no position: the feed is read from its beginning. */
const POSITION_OR_NONE = new RegExp(`^$|${FEED_POSITION.source}`);

const feedEventBody = component(
  v.object({
    id: described(v.string(), 'The id of the event (`sev_`). It is the same on every read.'),
    event: described(v.string(), 'The type of event, as in webhooks.'),
    environment: environmentSchema,
    createdAt: described(v.string(), 'When it happened.', DATE_TIME),
    data: described(v.record(v.string(), v.unknown()), 'The same `data` as in a webhook of this type.'),
  }),
  'FeedEvent',
  'An event of your account. `event` says which `data` it has, as in webhooks.',
  { allOf: [{ $ref: '#/components/schemas/WebhookEvent' }] },
);

/** Lists the events of the account from a position on. */
export const listEvents = contract({
  name: 'list-events',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/events',
  summary: 'Poll the event feed',
  description:
    'Lists every event of the account of the last 30 days, oldest first, whether or not a webhook was ' +
    'registered for it. Pass `nextAfter` as `after` of the next call, even if `data` was empty. No event is ' +
    'skipped and none is returned twice, however many are being written. The order within an environment ' +
    'never changes. A session that names no environment gets both, merged by time; each part of the position ' +
    'counts one of them.',
  caller: 'account',
  query: object({
    after: v.optional(
      described(
        v.pipe(
          text(MAX_POSITION_LENGTH),
          v.regex(POSITION_OR_NONE, 'after must be the nextAfter of an earlier call'),
          v.transform((position) => (position === '' ? undefined : position)),
        ),
        'The `nextAfter` of an earlier call. It must have a part for an environment that you read. If left out or ' +
          'empty, the list starts at the oldest event kept.',
      ),
    ),
    limit: pageQueryEntries.limit,
    environment: v.optional(
      described(
        environmentSchema,
        'Only events of this environment. The default is every environment that the credential reaches.',
      ),
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(feedEventBody), 'The events that follow `after`.'),
      nextAfter: described(v.string(), 'The position after these events. Never null.'),
    }),
  },
  touches: { reads: ['feed'] },
});
