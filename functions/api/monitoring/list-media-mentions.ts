import { pageBody } from '#shared/http/schemas/pagination';
import { serve } from '#shared/http/serve';
import { readMentionPage } from '#shared/monitoring/mentions/mention-pages';
import { mentionView } from '#shared/monitoring/mentions/mention-view';
import { listWatches } from '#shared/monitoring/watches/watch-repository';
import { callerEnvironment } from '#shared/platform/scope';
import { listMediaMentions } from './list-media-mentions.contract.ts';

/** GET /v1/monitoring/media-mentions: three trips, the first for the watches. */
export const handler = serve(listMediaMentions, {
  load: ({ caller }, { table }) => listWatches(table, callerEnvironment(caller)),
  answer: async ({ query, caller, loaded: watches }, { table }) => {
    const page = await readMentionPage(table, callerEnvironment(caller), watches, query, query);
    return { success: true, ...(await pageBody(page, query, mentionView)) };
  },
});
