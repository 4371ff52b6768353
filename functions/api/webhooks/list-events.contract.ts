import * as v from 'valibot';
import { FEED_POSITION, MAX_POSITION_LENGTH } from '#shared/events/feed-position';
import { contract } from '#shared/http/contract';
import { succeeded } from '#shared/http/envelope';
import { object } from '#shared/http/schemas/containers';
import { pageQueryEntries } from '#shared/http/schemas/pagination';
import { text } from '#shared/http/schemas/texts';
import { DATE_TIME, described } from '#shared/platform/described';
import { environmentSchema } from '#shared/platform/environments';

/** An empty position reads the feed from its beginning. */
const POSITION_OR_NONE = new RegExp(`^$|${FEED_POSITION.source}`);

const feedEventBody = described(
  v.object({
    id: described(v.string(), 'The id of the event (`sev_`). It is the same on every read.'),
    event: described(v.string(), 'The type of event, as in webhooks.'),
    environment: environmentSchema,
    createdAt: described(v.string(), 'When the event happened.', DATE_TIME),
    data: described(v.record(v.string(), v.unknown()), 'The same `data` as in a webhook of this type.'),
  }),
  'An event of your account. `event` says which `data` it has, as in webhooks.',
  { $ref: '#/components/schemas/WebhookEvent' },
);

/** Lists the events of the account from a position. */
export const listEvents = contract({
  name: 'list-events',
  group: 'webhooks',
  method: 'GET',
  route: '/v1/developers/events',
  summary: 'Poll the event feed',
  description:
    'Lists every event of the account from the last 30 days, oldest first, whether or not a webhook was ' +
    'registered for it. Pass `nextAfter` as `after` in the next call, even if `data` was empty. No event is ' +
    'skipped or returned twice, however many are being written. The order within an environment never ' +
    'changes. If a session names no environment, it gets the events of both, merged by time; each part of ' +
    'the position then counts one of them.',
  caller: 'account',
  query: object({
    after: v.optional(
      described(
        v.pipe(
          text(MAX_POSITION_LENGTH),
          v.regex(POSITION_OR_NONE, 'after must be the nextAfter of an earlier call'),
          v.transform((position) => (position === '' ? undefined : position)),
        ),
        'The `nextAfter` of an earlier call. It must have a part for an environment that you read. If you leave ' +
          'it out or send it empty, the list starts at the oldest event that is kept.',
      ),
    ),
    limit: pageQueryEntries.limit,
    environment: v.optional(
      described(
        environmentSchema,
        'Only events in this environment. By default, every environment that the credential can access.',
      ),
    ),
  }),
  success: {
    200: v.object({
      success: succeeded,
      data: described(v.array(feedEventBody), 'The events after the position `after`, oldest first.'),
      nextAfter: described(
        v.string(),
        'The position after these events, to send as `after` in the next call. Never null.',
      ),
    }),
  },
  touches: { reads: ['feed', 'outbox'] },
});
