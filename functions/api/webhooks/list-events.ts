import { readFeedPage } from '#shared/events/feed-pages';
import { fromPositionText, toPositionText } from '#shared/events/feed-position';
import { serve } from '#shared/http/serve';
import { listEvents } from './list-events.contract.ts';

/** GET /v1/developers/events */
export const handler = serve(listEvents, {
  load: ({ query: { after, limit, environment }, caller: { accountId, environments } }, { table }) =>
    readFeedPage(table, {
      accountId,
      environments: environment ? [environment] : environments,
      after: after === undefined ? {} : fromPositionText(after),
      limit,
    }),
  answer: ({ loaded: { entries, next } }) => ({
    success: true,
    data: entries.map(({ eventId, type, environment, occurredAt, data }) => ({
      id: eventId,
      event: type,
      environment,
      createdAt: occurredAt,
      data,
    })),
    nextAfter: toPositionText(next),
  }),
});
