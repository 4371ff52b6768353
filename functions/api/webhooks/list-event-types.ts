import { eventTypes } from '#shared/http/openapi/event-types';
import { allOrPage } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { listEventTypes } from './list-event-types.contract.ts';

/** GET /v1/developers/event-types */
export const handler = serve(listEventTypes, {
  answer: ({ query }) => {
    const types = eventTypes().map(({ example, ...type }) => ({
      ...type,
      example: example as Record<string, unknown>,
    }));
    return { success: true, ...allOrPage(types, query) };
  },
});
