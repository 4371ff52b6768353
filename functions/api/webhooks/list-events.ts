import { ApiError } from '#shared/errors/api-error';
import { fromPositionText, toPositionText } from '#shared/events/feed-position';
import { readFeed } from '#shared/events/read-feed';
import { serve } from '#shared/http/serve';
import { listEvents } from './list-events.contract.ts';

/** The problem of a position without the requested environments, which would restart at the oldest event. */
const WRONG_ENVIRONMENT = [
  { path: 'after', message: 'after is a position in the other environment. Pass one from this environment.' },
];

/** GET /v1/developers/events */
export const handler = serve(listEvents, {
  load: async ({ query, caller: { accountId, environments: reachable } }, { table }) => {
    const environments = query.environment ? [query.environment] : reachable;
    const after = query.after === undefined ? undefined : fromPositionText(query.after);
    if (after && environments.every((environment) => after[environment] === undefined)) return undefined;
    return readFeed(table, { accountId, environments, after: after ?? {}, limit: query.limit });
  },
  answer: ({ loaded: read }) => {
    if (!read) throw new ApiError('VALIDATION_FAILED', { details: WRONG_ENVIRONMENT });
    return {
      success: true,
      data: read.entries.map(({ eventId, type, environment, occurredAt, data }) => ({
        id: eventId,
        event: type,
        environment,
        createdAt: occurredAt,
        data,
      })),
      nextAfter: toPositionText(read.next),
    };
  },
});
