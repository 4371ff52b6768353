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

const event = component(
  v.object({
    id: described(v.string(), 'The event (`sev_`), the same however often it is read.'),
    event: described(v.string(), 'Its type, as webhooks name it.'),
    environment: environmentSchema,
    createdAt: described(v.string(), 'When it happened.', DATE_TIME),
    data: described(v.record(v.string(), v.unknown()), 'What a webhook of this type holds in `data`.'),
  }),
  'FeedEvent',
  'An event of the account.',
);

/** Lists the events of the account from a position on. */
export const listEvents = contract({
  name: 'list-events',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/events',
  summary: 'Poll the event feed',
  description:
    'Every event of the account, oldest first, for 30 days, whether or not a webhook was registered for it. Pass ' +
    '`nextAfter` as `after` of the next call, also when `data` was empty: no event is skipped, and none comes twice, ' +
    'however many are being written. The order of an environment is fixed. Both environments are merged by time, for a ' +
    'session that names none; each part of the position counts one of them.',
  caller: 'account',
  query: object({
    after: v.optional(
      described(
        v.pipe(
          text(MAX_POSITION_LENGTH),
          v.regex(POSITION_OR_NONE, 'after must be the nextAfter of an earlier call'),
          v.transform((position) => (position === '' ? undefined : position)),
        ),
        'The `nextAfter` of an earlier call, with a part of an environment that is read. Without it, or empty, the oldest event ' +
          'that is kept.',
      ),
    ),
    limit: pageQueryEntries.limit,
    environment: v.optional(
      described(environmentSchema, 'Only events of this environment. Without it, all that the credential reaches.'),
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(event), 'The events that follow `after`.'),
      nextAfter: described(v.string(), 'The position behind them. Never null.'),
    }),
  },
  touches: { reads: ['feed'] },
});
